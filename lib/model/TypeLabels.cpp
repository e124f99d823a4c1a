//===--- TypeLabels.cpp - what the names of types and places say ----------===//

#include "model/TypeLabels.h"

#include "model/Callable.h"
#include "model/Constants.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace dlpack_tidy::model {
namespace {

/// A run of letters and the number that follows it.
struct Word {
  std::string Letters;
  std::optional<int> Number;
};

/// `DT_Float32` is "dt", "float" 32; `kDLInt8` is "k", "dl", "int" 8.
llvm::SmallVector<Word, 4> wordsOf(StringRef Name) {
  llvm::SmallVector<Word, 4> Words;
  for (size_t I = 0; I < Name.size();) {
    if (!llvm::isAlpha(Name[I])) {
      ++I;
      continue;
    }
    Word Next;
    bool Upper = clang::isUppercase(Name[I]);
    Next.Letters += llvm::toLower(Name[I++]);
    // `Float`, `FLOAT`; `kFloat` begins a new word at the capital.
    bool AllUpper = Upper && I < Name.size() && clang::isUppercase(Name[I]);
    for (; I < Name.size() && llvm::isAlpha(Name[I]); ++I) {
      if (clang::isUppercase(Name[I]) != AllUpper &&
          clang::isUppercase(Name[I]))
        break;
      // `DLInt`: the capital before small letters belongs to what follows.
      if (AllUpper && I + 1 < Name.size() && clang::isUppercase(Name[I]) &&
          clang::isLowercase(Name[I + 1]))
        break;
      if (AllUpper && clang::isLowercase(Name[I]))
        break;
      Next.Letters += llvm::toLower(Name[I]);
    }
    size_t Digits = I;
    if (Digits < Name.size() && Name[Digits] == '_' &&
        Digits + 1 < Name.size() && llvm::isDigit(Name[Digits + 1]))
      ++Digits;
    int Number = 0;
    size_t End = Digits;
    while (End < Name.size() && llvm::isDigit(Name[End]) && Number < 1000)
      Number = Number * 10 + (Name[End++] - '0');
    if (End > Digits) {
      Next.Number = Number;
      I = End;
    }
    // `UInt`, `UnsignedInt`, `BFloat`, `BComplex`: a word of its own.
    StringRef Last = Words.empty() || Words.back().Number
                         ? StringRef()
                         : StringRef(Words.back().Letters);
    bool Unsigned = Next.Letters == "int" && isOneOf(Last, {"u", "unsigned"});
    bool Brain = isOneOf(Next.Letters, {"float", "complex"}) &&
                 isOneOf(Last, {"b", "brain"});
    if (Unsigned || Brain) {
      Next.Letters = (Unsigned ? "u" : "b") + Next.Letters;
      Words.pop_back();
    }
    Words.push_back(std::move(Next));
  }
  return Words;
}

std::optional<int> codeOf(StringRef Letters) {
  if (isOneOf(Letters, {"bfloat", "bf"}))
    return 4;
  if (isOneOf(Letters, {"float", "fp", "f", "double", "half"}))
    return 2;
  if (isOneOf(Letters, {"uint", "u"}))
    return 1;
  if (isOneOf(Letters, {"int", "i", "s"}))
    return 0;
  if (isOneOf(Letters, {"complex", "c"}))
    return 5;
  return std::nullopt;
}

bool isWidth(int Code, int Number) {
  switch (Number) {
  case 8: // several formats of floats
    return Code == 0 || Code == 1;
  case 16:
  case 32:
  case 64:
    return Code != 5 || Number == 64;
  case 128:
    return Code == 5;
  default:
    return false;
  }
}

} // namespace

TypeLabel typeLabel(StringRef Name, bool Literal) {
  TypeLabel Found;
  for (const Word &Each : wordsOf(Name)) {
    // `FLOAT_BRAIN`
    if (Each.Letters == "brain" && Found && *Found.Code == 2) {
      Found.Code = 4;
      continue;
    }
    std::optional<int> Code = codeOf(Each.Letters);
    if (!Code)
      continue;
    TypeLabel Said;
    Said.Code = Code;
    if (Each.Number) {
      if (!isWidth(*Code, *Each.Number) ||
          (Literal && Each.Letters.size() == 1))
        continue;
      Said.Bits = *Each.Number;
    } else if (Each.Letters == "double") {
      Said.Bits = 64;
    } else if (Each.Letters == "half") {
      Said.Bits = 16;
    } else if (Found && Each.Letters == "c") {
      return {}; // `f64c`: a complex number of two
    } else if (Each.Letters.size() == 1 || Each.Letters == "fp") {
      continue;
    }
    // Two types in one name: a conversion, a pair.
    if (Found)
      return {};
    Found = Said;
  }
  return Found;
}

std::string constantName(const Expr *Value) {
  Value = Value ? stripped(Value) : nullptr;
  if (!Value)
    return {};
  if (const auto *Text = dyn_cast<StringLiteral>(Value))
    return Text->isOrdinary() ? Text->getString().str() : std::string();
  const ValueDecl *Named = nullptr;
  if (const auto *Reference = dyn_cast<DeclRefExpr>(Value))
    Named = Reference->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(Value))
    Named = Member->getMemberDecl();
  if (const auto *Variable = dyn_cast_or_null<VarDecl>(Named))
    return Variable->hasGlobalStorage() &&
                   Variable->getType().isConstQualified()
               ? plainName(Variable).str()
               : std::string();
  if (isa_and_nonnull<EnumConstantDecl>(Named))
    return plainName(Named).str();
  const Expr *Inner = nullptr;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Value);
      Construct && Construct->getNumArgs() >= 1)
    Inner = Construct->getArg(0);
  else if (const auto *List = dyn_cast<InitListExpr>(Value);
           List && List->getNumInits() >= 1)
    Inner = List->getInit(0);
  return Inner ? constantName(Inner) : std::string();
}

TypeLabel typeLabel(const Expr *Value) {
  Value = Value ? stripped(Value) : nullptr;
  if (!Value)
    return {};
  TypeLabel Said = typeLabel(constantName(Value), isa<StringLiteral>(Value));
  const auto *Reference = dyn_cast<DeclRefExpr>(Value);
  const auto *Constant =
      Reference ? dyn_cast<EnumConstantDecl>(Reference->getDecl()) : nullptr;
  if (!Said || Said.Bits || !Constant || *Said.Code != 2)
    return Said;
  const auto *Enum = cast<EnumDecl>(Constant->getDeclContext());
  for (const EnumConstantDecl *Each : Enum->enumerators())
    if (typeLabel(plainName(Each)).Bits == 64 &&
        plainName(Each).contains_insensitive("double"))
      Said.Bits = 32;
  return Said;
}

PlaceLabel placeLabel(StringRef Name) {
  std::string Lower = Name.lower();
  StringRef Text = Lower;
  if (Text.contains("pinned") || Text.contains("cudahost") ||
      Text.contains("cuda_host") || Text.contains("rocmhost") ||
      Text.contains("rocm_host") || Text.contains("gpu_host") ||
      Text.contains("page") || Text.contains("unified") ||
      Text.contains("managed"))
    return PlaceLabel::Pinned;
  bool Host = false, Device = false;
  for (const Word &Each : wordsOf(Name)) {
    Host |= isOneOf(Each.Letters, {"cpu", "host"});
    Device |= isOneOf(Each.Letters, {"gpu", "cuda", "rocm", "hip"});
  }
  return Host == Device ? PlaceLabel::None
         : Host         ? PlaceLabel::Host
                        : PlaceLabel::Device;
}

PlaceLabel placeLabel(const Expr *Constant) {
  PlaceLabel Said = placeLabel(constantName(Constant));
  const auto *Reference =
      Constant ? dyn_cast<DeclRefExpr>(stripped(Constant)) : nullptr;
  const auto *Enumerator =
      Reference ? dyn_cast<EnumConstantDecl>(Reference->getDecl()) : nullptr;
  if (Said == PlaceLabel::None || !Enumerator)
    return Said;
  unsigned Others = 0;
  for (const EnumConstantDecl *Each :
       cast<EnumDecl>(Enumerator->getDeclContext())->enumerators())
    Others +=
        Each != Enumerator && placeLabel(plainName(Each)) != PlaceLabel::None;
  return Others ? Said : PlaceLabel::None;
}

} // namespace dlpack_tidy::model
