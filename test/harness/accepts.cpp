// RUN: %check_dlpack_tidy %s modernize-use-nullptr %t
// RUN: %check_dlpack_tidy %s modernize-use-nullptr %t -check-suffixes=SILENT -- -- -DSILENT

#ifndef SILENT
int *first = 0;
// CHECK-MESSAGES: :[[@LINE-1]]:14: warning: use nullptr [modernize-use-nullptr]
// CHECK-FIXES: int *first = nullptr;
#endif

const char *text = "fake.cpp:1:1: warning: a string is no diagnostic";

int *silenced = 0; // NOLINT(modernize-use-nullptr)
// CHECK-FIXES: int *silenced = 0;
