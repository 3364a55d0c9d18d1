/** Whether the body of a VAT number (without its prefix, already of the right form) has its control right. */
type VatChecksum = (body: string) => boolean

/** Controls by prefix, as the national authorities publish them. Countries without one here are checked by form only. */
export const vatChecksums: Readonly<Record<string, VatChecksum>> = {
  AT: (body) => (100 - luhnSum(body.slice(1, 8), 1) - 4) % 10 === Number(body.slice(8)),
  BE: (body) => 97 - (Number(body.slice(0, 8)) % 97) === Number(body.slice(8)),
  DE: isGermanControl,
  DK: (body) => weighted(body, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EL: (body) => (weighted(body, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(body.slice(8)),
  FI: (body) => (11 - (weighted(body, [7, 9, 10, 5, 8, 4, 2]) % 11)) % 11 === Number(body.slice(7)),
  FR: isFrenchControl,
  IE: isIrishControl,
  IT: (body) => (10 - (luhnSum(body.slice(0, 10), 1) % 10)) % 10 === Number(body.slice(10)),
  LU: (body) => Number(body.slice(0, 6)) % 89 === Number(body.slice(6)),
  NL: isDutchControl,
  PL: (body) => weighted(body, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(body.slice(9)),
  PT: isPortugueseControl,
  SE: (body) => (10 - (luhnSum(body.slice(0, 9), 0) % 10)) % 10 === Number(body.slice(9, 10)),
}

function weighted(body: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(body.charAt(at)), 0)
}

/** Sum of the digits, those at positions of the parity of `doubledFrom` doubled and cast to one digit. */
function luhnSum(digits: string, doubledFrom: 0 | 1): number {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits.charAt(at))
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2
    sum += at % 2 === doubledFrom ? doubled : digit
  }
  return sum
}

/** ISO 7064 MOD 11,10. */
function isGermanControl(body: string): boolean {
  let product = 10
  for (let at = 0; at < 8; at++) {
    const sum = (Number(body.charAt(at)) + product) % 10
    product = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return (11 - product) % 10 === Number(body.slice(8))
}

/** Keys of two digits are computed from the SIREN; keys with letters follow a rule that is not published. */
function isFrenchControl(body: string): boolean {
  const key = body.slice(0, 2)
  if (!/^\d{2}$/.test(key)) return true
  return (12 + 3 * (Number(body.slice(2)) % 97)) % 97 === Number(key)
}

function isIrishControl(body: string): boolean {
  const isOld = /^\d[A-Z*+]/.test(body)
  const digits = isOld ? `0${body.slice(2, 7)}${body.slice(0, 1)}` : body.slice(0, 7)
  const second = isOld ? '' : body.slice(8)
  const extra = second === '' ? 0 : (second.charCodeAt(0) - 64) * 9
  const remainder = (weighted(digits, [8, 7, 6, 5, 4, 3, 2]) + extra) % 23
  return 'WABCDEFGHIJKLMNOPQRSTUV'.charAt(remainder) === body.charAt(7)
}

/** Companies keep the old control by 11; sole traders since 2020 have one by 97 over the whole number. */
function isDutchControl(body: string): boolean {
  if (weighted(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === Number(body.charAt(8))) return true
  const digits = `2321${body.slice(0, 9)}11${body.slice(10)}`
  return Number(BigInt(digits) % 97n) === 1
}

function isPortugueseControl(body: string): boolean {
  const control = 11 - (weighted(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
  return (control > 9 ? 0 : control) === Number(body.slice(8))
}
