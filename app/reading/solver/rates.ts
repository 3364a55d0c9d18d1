import type { ReadTaxType } from '#app/reading/reading_types'

/** Rates of Spain now and of late years, and of the countries suppliers come from (per cent). */
const vatRates = [
  21, 10, 4, 5, 7.5, 2, 16, 18, 8, 7, 19, 20, 5.5, 2.1, 22, 23, 6, 13, 9, 25, 12, 24, 17, 14, 3, 27, 8.1, 7.7,
  2.6, 2.5, 8.5, 14.5, 12.5, 28, 25.5, 13.5, 1,
]
const canaryRates = [7, 3, 9.5, 15, 20, 5, 13.5, 1, 6.5]
const ceutaRates = [0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 3.5]
const surchargeRates = [5.2, 1.4, 0.5, 1.75, 0.62, 1, 4, 0.26]
const withholdingRates = [15, 7, 19, 24, 1, 2, 3, 9, 9.5, 18, 20, 21, 35, 4, 23, 25, 11.5, 16.5, 26, 10]

const ratesByType: Record<ReadTaxType, number[]> = {
  IVA: vatRates,
  IGIC: canaryRates,
  IPSI: ceutaRates,
  RE: surchargeRates,
}
/** Recargo de equivalencia that goes with each rate of IVA (art. 161 LIVA and its temporary reductions). */
export const surchargeOfVat: Record<string, number[]> = {
  '21': [5.2, 1.75],
  '10': [1.4],
  '4': [0.5],
  '5': [0.62, 0.5],
  '18': [4],
  '8': [1],
  '16': [4, 1],
  '7': [1],
  '2': [0.26],
  '7.5': [1],
}

export function isKnownRate(type: ReadTaxType, rate: number): boolean {
  return ratesByType[type].includes(rate)
}

export function isWithholdingRate(rate: number): boolean {
  return withholdingRates.includes(rate)
}

/** A share of an amount in minor units, half away from zero, worked out in whole numbers. */
export function rateOf(amountMinor: number, ratePercent: number): number {
  const scaled = Math.abs(amountMinor) * Math.round(ratePercent * 1000)
  const rounded = Math.floor((scaled + 50_000) / 100_000)
  return amountMinor < 0 ? 0 - rounded : rounded
}
