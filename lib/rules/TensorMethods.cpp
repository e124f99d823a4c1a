//===- TensorMethods.cpp - Which calls view, and which write --------------===//

#include "rules/TensorMethods.h"

namespace dlpack_tidy::rules {
namespace {

template <size_t Count>
bool isAmong(std::string_view Name, const std::string_view (&Names)[Count]) {
  for (std::string_view Each : Names)
    if (Name == Each)
      return true;
  return false;
}

constexpr std::string_view ViewMethods[] = {
    "__array__", "chunk",        "contiguous", "cpu",      "detach",
    "diagonal",  "expand",       "expand_as",  "flatten",  "movedim",
    "narrow",    "numpy",        "permute",    "ravel",    "reshape",
    "select",    "split",        "squeeze",    "swapaxes", "swapdims",
    "t",         "tensor_split", "transpose",  "unbind",   "unflatten",
    "unfold",    "unsqueeze",    "view",       "view_as"};

constexpr std::string_view ViewAttributes[] = {"T",    "mT",   "H",   "mH",
                                               "data", "real", "imag"};

/// Torch's methods with an underscore at the end that leave the elements alone.
constexpr std::string_view MetadataMethods[] = {"requires_grad_",
                                                "detach_",
                                                "share_memory_",
                                                "rename_",
                                                "squeeze_",
                                                "unsqueeze_",
                                                "t_",
                                                "transpose_",
                                                "swapaxes_",
                                                "swapdims_",
                                                "as_strided_",
                                                "retain_grad_",
                                                "resize_",
                                                "set_",
                                                "apply_to_"};

constexpr std::string_view NumPyWriters[] = {"fill", "put", "itemset",
                                             "partition"};

constexpr std::string_view WritingFunctions[] = {
    "numpy.copyto", "numpy.fill_diagonal", "numpy.place",
    "numpy.put",    "numpy.putmask",       "numpy.random.shuffle"};

/// `add_`, but neither `__iadd__` nor `_private`.
bool endsLikeInPlace(std::string_view Name) {
  return Name.size() > 1 && Name.back() == '_' &&
         Name[Name.size() - 2] != '_' && Name.front() != '_';
}

/// The last part of "torch.nn.init.zeros_" where the name begins with
/// \p Library.
std::string_view functionOf(std::string_view Dotted, std::string_view Library) {
  if (Dotted.substr(0, Library.size()) != Library)
    return {};
  return Dotted.substr(Dotted.rfind('.') + 1);
}

} // namespace

bool isViewMethod(std::string_view Method) {
  return isAmong(Method, ViewMethods) || isAmong(Method, MetadataMethods) ||
         isWritingMethod(Method); // which return the tensor itself
}

bool isViewAttribute(std::string_view Attribute) {
  return isAmong(Attribute, ViewAttributes);
}

bool isViewFunction(std::string_view Dotted) {
  if (Dotted == "torch.nn.Parameter" ||
      Dotted == "torch.nn.parameter.Parameter")
    return true;
  std::string_view Function = functionOf(Dotted, "torch.");
  if (Function.empty())
    Function = functionOf(Dotted, "numpy.");
  return isAmong(Function, ViewMethods);
}

bool isWritingMethod(std::string_view Method) {
  return isAmong(Method, NumPyWriters) ||
         (endsLikeInPlace(Method) && !isAmong(Method, MetadataMethods));
}

bool isWritingFunction(std::string_view Dotted) {
  return isAmong(Dotted, WritingFunctions) ||
         endsLikeInPlace(functionOf(Dotted, "torch."));
}

} // namespace dlpack_tidy::rules
