// Elementary functions whose results do not depend on the C library: every platform, and Node, gets
// the same bits. They take and answer what ECMAScript says for NaN, infinities and zeros.
#ifndef WO_ELEMENTARY_H
#define WO_ELEMENTARY_H

double wo_math_sin(double x);
double wo_math_cos(double x);
double wo_math_tan(double x);
double wo_math_asin(double x);
double wo_math_acos(double x);
double wo_math_atan(double x);
double wo_math_atan2(double y, double x);
double wo_math_exp(double x);
double wo_math_expm1(double x);
double wo_math_log(double x);
double wo_math_log1p(double x);
double wo_math_log2(double x);
double wo_math_log10(double x);
double wo_math_cbrt(double x);
double wo_math_sinh(double x);
double wo_math_cosh(double x);
double wo_math_tanh(double x);
double wo_math_asinh(double x);
double wo_math_acosh(double x);
double wo_math_atanh(double x);
// x ** y, also of the operator: 1 ** Infinity is NaN.
double wo_math_pow(double x, double y);

#endif
