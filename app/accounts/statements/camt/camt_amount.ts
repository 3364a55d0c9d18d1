import { attributeOf, textOf, type XmlNode } from '#app/files/xml/xml_node'
import { type Currency, currencyExponent, isCurrencyCode } from '#app/kernel/money/currency'
import { divideRounded } from '#app/kernel/money/rational'

export type CamtAmount = {
  /** Without sign, in minor units of its currency. */
  minor: number
  currency: Currency
  /** The figure had decimals the currency does not, and lost them. */
  isRounded: boolean
  /** The figure had a sign, which only the credit or debit indicator may give. */
  isSigned: boolean
  written: string
}

const digitsMax = 40

/** An `Amt` element, rounded half up to the minor unit of its `Ccy`; null when the figure or the currency cannot be read. */
export function readCamtAmount(node: XmlNode | undefined): CamtAmount | null {
  const written = textOf(node)
  const currency = attributeOf(node, 'Ccy')
  if (written === null || currency === null || !isCurrencyCode(currency)) return null
  const parts = /^([+-]?)(\d*)(?:[.,](\d*))?$/.exec(written)
  if (!parts || written.length > digitsMax || !/\d/.test(written)) return null
  const [, sign = '', whole = '', decimals = ''] = parts
  const scale = 10n ** BigInt(decimals.length)
  const scaled = BigInt(`${whole}${decimals}`) * 10n ** BigInt(currencyExponent(currency))
  const minor = Number(divideRounded(scaled, scale, 'half_away_from_zero'))
  if (!Number.isSafeInteger(minor)) return null
  return { minor, currency, isRounded: scaled % scale !== 0n, isSigned: sign === '-', written }
}

/** The sign of a credit or debit indicator: 1, -1, or null when it is neither. */
export function camtSign(indicator: string | null): 1 | -1 | null {
  if (indicator === 'CRDT') return 1
  return indicator === 'DBIT' ? -1 : null
}

/** The figure as written, with its sign, when rounding took something from it; null when `minor` says it all. */
export function exactText({ isRounded, written }: CamtAmount, sign: 1 | -1): string | null {
  if (!isRounded) return null
  const figure = written.replace(/^[+-]/, '').replace(',', '.')
  return sign === -1 ? `-${figure}` : figure
}

/** A figure with its sign, zero never negative. */
export function signed(minor: number, sign: 1 | -1): number {
  return minor === 0 ? 0 : minor * sign
}
