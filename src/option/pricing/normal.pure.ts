const ROOT_TWO_PI = Math.sqrt(2 * Math.PI)
const ONE_BY_ROOT_PI = 1 / Math.sqrt(Math.PI)

// The rational functions below are those of CALERF (W. J. Cody, "Rational Chebyshev approximations for the error function", Mathematics
// of Computation 23, 1969), good to the last digit of a double.

/** erf of an argument of at most 0.46875 in size. */
function erfNearZero(x: number): number {
  const y = x * x
  const above =
    (((0.18577770618460315 * y + 3.1611237438705655) * y + 113.86415415105016) * y + 377.485237685302) * y +
    3209.3775891384694
  const below = (((y + 23.601290952344122) * y + 244.02463793444417) * y + 1282.6165260773723) * y + 2844.2368334391704
  return (x * above) / below
}

/** exp(x²) erfc(x) for x from 0.46875 to 4. */
function scaledTailNear(x: number): number {
  const above =
    (((((((2.1531153547440383e-8 * x + 0.5641884969886701) * x + 8.883149794388377) * x + 66.11919063714163) * x +
      298.6351381974001) *
      x +
      881.952221241769) *
      x +
      1712.0476126340707) *
      x +
      2051.0783778260716) *
      x +
    1230.3393547979972
  const below =
    (((((((x + 15.744926110709835) * x + 117.6939508913125) * x + 537.1811018620099) * x + 1621.3895745666903) * x +
      3290.7992357334597) *
      x +
      4362.619090143247) *
      x +
      3439.3676741437216) *
      x +
    1230.3393548037495
  return above / below
}

/** exp(x²) erfc(x) for x above 4. */
function scaledTailFar(x: number): number {
  const y = 1 / (x * x)
  const above =
    ((((0.016315387137302097 * y + 0.30532663496123236) * y + 0.36034489994980445) * y + 0.12578172611122926) * y +
      0.016083785148742275) *
      y +
    6.587491615298378e-4
  const below =
    ((((y + 2.568520192289822) * y + 1.8729528499234673) * y + 0.5279051029514285) * y + 0.06051834131244132) * y +
    0.0023352049762686918
  return (ONE_BY_ROOT_PI - (y * above) / below) / x
}

function scaledTail(x: number): number {
  return x <= 4 ? scaledTailNear(x) : scaledTailFar(x)
}

/** The scaled complementary error function, exp(x²) erfc(x). */
export function scaledErfc(x: number): number {
  const size = Math.abs(x)
  if (size <= 0.46875) return Math.exp(x * x) * (1 - erfNearZero(x))
  const tail = scaledTail(size)
  return x > 0 ? tail : 2 * Math.exp(x * x) - tail
}

/** exp(-x²), the square split so that its rounding does not count (Cody). */
function expOfMinusSquare(x: number): number {
  const coarse = Math.trunc(x * 16) / 16
  return Math.exp(-coarse * coarse) * Math.exp(-(x - coarse) * (x + coarse))
}

/** The standard normal distribution function, to about fifteen digits in both tails. */
export function normalCdf(x: number): number {
  const y = -x / Math.SQRT2
  const size = Math.abs(y)
  if (size <= 0.46875) return 0.5 * (1 - erfNearZero(y))
  const tail = 0.5 * expOfMinusSquare(size) * scaledTail(size)
  return y > 0 ? tail : 1 - tail
}

/** The standard normal density. */
export function normalPdf(x: number): number {
  return Math.exp(-0.5 * x * x) / ROOT_TWO_PI
}
