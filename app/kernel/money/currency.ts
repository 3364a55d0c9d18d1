/** ISO 4217 alphabetic code, upper case: `EUR`, `USD`. */
export type Currency = string

/** ISO 4217 currencies whose minor unit is not the hundredth. */
const exponents: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
}

/** Decimals of the minor unit of a currency (ISO 4217): 2 for EUR, 0 for JPY, 3 for KWD; 2 when unknown. */
export function currencyExponent(currency: Currency): number {
  return exponents[currency] ?? 2
}

/** Whether the text has the shape of an ISO 4217 alphabetic code. */
export function isCurrencyCode(text: string): boolean {
  return /^[A-Z]{3}$/.test(text)
}
