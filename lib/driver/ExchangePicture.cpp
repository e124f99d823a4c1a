//===--- ExchangePicture.cpp - who hands tensors to whom, drawn -----------===//

#include "driver/Html.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <cmath>
#include <map>

using namespace llvm;

namespace dlpack_tidy::driver {
namespace {

// In units of the drawing, which the page scales.
constexpr double Width = 520, Top = 30, NodeWidth = 136, Slot = 25, Gap = 16;

/// All places with one producer, one consumer and one state.
struct Edge {
  size_t From, To;
  ExchangeState State;
  unsigned Places = 0;
  double FromY = 0, ToY = 0;
};

/// A library, on the side of those who give or of those who take.
struct Node {
  std::string Name;
  unsigned Places = 0;
  std::vector<Edge *> Edges;
  double Y = 0;
  double height() const { return Slot * std::max<size_t>(Edges.size(), 1) + 8; }
};

class Picture {
public:
  explicit Picture(const std::vector<JudgedExchange> &Places) {
    std::map<std::tuple<StringRef, StringRef, ExchangeState>, unsigned> Counts;
    for (const JudgedExchange &Each : Places)
      ++Counts[{Each.Place->Producer, Each.Place->Consumer, Each.State}];
    Edges.reserve(Counts.size());
    for (const auto &[Key, Number] : Counts) {
      const auto &[Producer, Consumer, State] = Key;
      Edges.push_back({nodeOf(Producers, Producer, Number),
                       nodeOf(Consumers, Consumer, Number), State, Number});
    }
    for (Edge &Each : Edges) {
      Producers[Each.From].Edges.push_back(&Each);
      Consumers[Each.To].Edges.push_back(&Each);
    }
    double Left = place(Producers), Right = place(Consumers);
    Height = std::max(Left, Right);
    // The shorter column stands in the middle of the longer one.
    shift(Producers, (Height - Left) / 2);
    shift(Consumers, (Height - Right) / 2);
    // Lines leave a node in the order of their other ends, to cross less.
    connect(Producers, Consumers, &Edge::To, &Edge::FromY);
    connect(Consumers, Producers, &Edge::From, &Edge::ToY);
  }

  void draw(raw_ostream &Out) const {
    Out << "<svg viewBox=\"0 0 " << Width << " " << format("%.0f", Height + 8)
        << "\" role=\"img\" aria-label=\"Producers on the left, consumers on "
           "the right, a line for every kind of hand-over\">\n"
        << "<text class=\"heading\" x=\"2\" y=\"14\">makes the tensor</text>\n"
        << "<text class=\"heading\" text-anchor=\"end\" x=\"" << Width - 2
        << "\" y=\"14\">takes it</text>\n";
    for (const Edge &Each : Edges)
      draw(Each, Out);
    for (const Node &Each : Producers)
      draw(Each, 1, Out);
    for (const Node &Each : Consumers)
      draw(Each, Width - NodeWidth - 1, Out);
    Out << "</svg>\n";
  }

private:
  static size_t nodeOf(std::vector<Node> &Side, StringRef Name,
                       unsigned Number) {
    auto Known =
        find_if(Side, [&](const Node &Each) { return Each.Name == Name; });
    if (Known == Side.end()) {
      Known = Side.emplace(Side.end());
      Known->Name = Name.str();
    }
    Known->Places += Number;
    return Known - Side.begin();
  }

  /// Stacks the nodes; returns where the column ends.
  static double place(std::vector<Node> &Side) {
    double Y = Top;
    for (Node &Each : Side) {
      Each.Y = Y;
      Y += Each.height() + Gap;
    }
    return Y - Gap;
  }

  static void shift(std::vector<Node> &Side, double By) {
    for (Node &Each : Side)
      Each.Y += By;
  }

  static void connect(std::vector<Node> &Side, const std::vector<Node> &Others,
                      size_t Edge::*Other, double Edge::*End) {
    for (Node &Each : Side) {
      llvm::sort(Each.Edges, [&](const Edge *L, const Edge *R) {
        return std::make_tuple(Others[L->*Other].Y, L->State, L->*Other) <
               std::make_tuple(Others[R->*Other].Y, R->State, R->*Other);
      });
      double Y = Each.Y + 4 + Slot / 2;
      for (Edge *One : Each.Edges) {
        One->*End = Y;
        Y += Slot;
      }
    }
  }

  void draw(const Edge &Each, raw_ostream &Out) const {
    double X1 = NodeWidth + 1, X2 = Width - NodeWidth - 1;
    double Bend = (X2 - X1) * 0.55;
    std::string Sign = (signOf(Each.State) + " " + Twine(Each.Places)).str();
    double Pill = 24 + 7.0 * utostr(Each.Places).size();
    Out << "<a class=\"edge " << styleOf(Each.State)
        << "\" href=\"#places\"><title>" << html(Producers[Each.From].Name)
        << " \u2192 " << html(Consumers[Each.To].Name) << ": " << Each.Places
        << "</title><path d=\"M" << X1 << "," << format("%.1f", Each.FromY)
        << " C" << X1 + Bend << "," << format("%.1f", Each.FromY) << " "
        << X2 - Bend << "," << format("%.1f", Each.ToY) << " " << X2 << ","
        << format("%.1f", Each.ToY) << "\" stroke-width=\""
        << format("%.1f", std::min(9.0, 2 + 1.4 * std::log2(Each.Places)))
        << "\"/><rect class=\"pill\" x=\"" << X1 + 14 << "\" y=\""
        << format("%.1f", Each.FromY - 9.5) << "\" width=\"" << Pill
        << "\" height=\"19\" rx=\"9.5\"/><text text-anchor=\"middle\" x=\""
        << X1 + 14 + Pill / 2 << "\" y=\"" << format("%.1f", Each.FromY + 4)
        << "\">" << Sign << "</text></a>\n";
  }

  static void draw(const Node &Each, double X, raw_ostream &Out) {
    Out << "<g class=\"node\"><rect x=\"" << X << "\" y=\""
        << format("%.1f", Each.Y) << "\" width=\"" << NodeWidth
        << "\" height=\"" << format("%.1f", Each.height())
        << "\" rx=\"7\"/><text text-anchor=\"middle\" x=\"" << X + NodeWidth / 2
        << "\" y=\"" << format("%.1f", Each.Y + Each.height() / 2 + 4.5)
        << "\">" << html(shortened(Each.Name)) << "</text></g>\n";
  }

  static std::string shortened(StringRef Name) {
    constexpr size_t Longest = 16;
    return Name.size() <= Longest
               ? Name.str()
               : Name.take_front(Longest - 1).str() + "\u2026";
  }

  std::vector<Node> Producers, Consumers;
  std::vector<Edge> Edges;
  double Height = 0;
};

} // namespace

void drawExchanges(const std::vector<JudgedExchange> &Places,
                   raw_ostream &Out) {
  Picture(Places).draw(Out);
}

} // namespace dlpack_tidy::driver
