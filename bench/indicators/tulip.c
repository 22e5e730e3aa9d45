/* Times Tulip Indicators over the series that bench/indicators/tulip.ts writes and prints, for each indicator, microseconds per series
   and the last value of its first output for every series. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "indicators.h"

typedef int (*Indicator)(int, TI_REAL const *const *, TI_REAL const *, TI_REAL *const *);
typedef struct {
  const char *row;
  Indicator compute;
  const char *inputs;
  TI_REAL options[3];
  int outputs;
} Work;

static const Work WORKS[] = {
    {"SMA", ti_sma, "c", {10}, 1},          {"SMA", ti_sma, "c", {20}, 1},
    {"SMA", ti_sma, "c", {50}, 1},          {"SMA", ti_sma, "c", {100}, 1},
    {"SMA", ti_sma, "c", {200}, 1},         {"EMA", ti_ema, "c", {5}, 1},
    {"EMA", ti_ema, "c", {10}, 1},          {"EMA", ti_ema, "c", {20}, 1},
    {"EMA", ti_ema, "c", {50}, 1},          {"EMA", ti_ema, "c", {100}, 1},
    {"EMA", ti_ema, "c", {200}, 1},         {"RSI", ti_rsi, "c", {14}, 1},
    {"MACD", ti_macd, "c", {12, 26, 9}, 3}, {"Bollinger", ti_bbands, "c", {20, 2}, 3},
    {"Stochastic", ti_stoch, "hlc", {14, 3, 3}, 2},
    /* Tulip's other functions of directional movement give one line each, and smooth everything again. */
    {"ADX, +DI, -DI", ti_di, "hlc", {14}, 2}, {"ADX, +DI, -DI", ti_adx, "hlc", {14}, 1},
    {"ATR", ti_atr, "hlc", {14}, 1},
    /* Ichimoku's lines are middles of these. */
    {"Ichimoku", ti_max, "h", {9}, 1},      {"Ichimoku", ti_min, "l", {9}, 1},
    {"Ichimoku", ti_max, "h", {26}, 1},     {"Ichimoku", ti_min, "l", {26}, 1},
    {"Ichimoku", ti_max, "h", {52}, 1},     {"Ichimoku", ti_min, "l", {52}, 1},
    {"52-week extremes", ti_min, "l", {252}, 1}, {"52-week extremes", ti_max, "h", {252}, 1},
};
enum { ROUNDS = 100, WORK_COUNT = sizeof WORKS / sizeof *WORKS };

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * 1e6 + at.tv_nsec / 1e3;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  const int count = atoi(argv[2]), length = atoi(argv[3]);
  const size_t cells = (size_t)count * length;
  double *columns = malloc(3 * cells * sizeof *columns);
  FILE *file = fopen(argv[1], "rb");
  if (!columns || !file || fread(columns, sizeof *columns, 3 * cells, file) != 3 * cells) return 1;
  double *out[3];
  for (int i = 0; i < 3; i++) out[i] = malloc(length * sizeof(double));
  for (int w = 0; w < WORK_COUNT; w++) {
    const Work *work = &WORKS[w];
    double best = 1e300;
    for (int round = 0; round < ROUNDS; round++) {
      const double begun = now();
      for (int one = 0; one < count; one++) {
        const double *inputs[3];
        for (int i = 0; work->inputs[i]; i++)
          inputs[i] = columns + (strchr("hlc", work->inputs[i]) - "hlc") * cells + (size_t)one * length;
        if (work->compute(length, inputs, work->options, out)) return 1;
      }
      const double took = now() - begun;
      if (took < best) best = took;
    }
    printf("%s\t%.4f", work->row, best / count);
    for (int one = 0; one < count; one++) {
      const double *inputs[3];
      for (int i = 0; work->inputs[i]; i++)
        inputs[i] = columns + (strchr("hlc", work->inputs[i]) - "hlc") * cells + (size_t)one * length;
      int start = 0;
      work->compute(length, inputs, work->options, out);
      const ti_indicator_info *info = ti_indicators;
      while (info->name && info->indicator != work->compute) info++;
      if (info->name) start = info->start(work->options);
      printf("\t%.17g", out[0][length - start - 1]);
    }
    printf("\n");
  }
  return 0;
}
