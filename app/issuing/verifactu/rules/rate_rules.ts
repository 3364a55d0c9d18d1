import {
  type Asked,
  type GivenDetail,
  isGiven,
  isVat,
  type LineRule,
} from '#app/issuing/verifactu/rules/rule'
import { basisPointsOf, dayOfText } from '#app/issuing/verifactu/rules/values'

/** A rate in force for some days only, and what is said of it on any other. */
type Window = { rate: number; from: string; to: string; code: number }

const RATES = [0, 200, 400, 500, 750, 1000, 2100]
const WINDOWS: readonly Window[] = [
  { rate: 500, from: '2022-07-01', to: '2024-09-30', code: 1194 },
  { rate: 200, from: '2024-10-01', to: '2024-12-31', code: 1235 },
  { rate: 750, from: '2024-10-01', to: '2024-12-31', code: 1236 },
]

const SURCHARGES = [0, 26, 50, 62, 100, 140, 175, 520]
/** Surcharges that go with a rate, each for its days; `code` is what is said where none fits. */
type Pair = {
  rate: number
  code: number
  surcharges: readonly { rate: number; from?: string; to?: string }[]
}
const PAIRS: readonly Pair[] = [
  { rate: 2100, code: 1162, surcharges: [{ rate: 520 }, { rate: 175 }] },
  { rate: 1000, code: 1163, surcharges: [{ rate: 140 }] },
  { rate: 750, code: 1169, surcharges: [{ rate: 100 }] },
  {
    rate: 500,
    code: 1160,
    surcharges: [
      { rate: 50, to: '2022-12-31' },
      { rate: 62, from: '2023-01-01', to: '2024-09-30' },
    ],
  },
  { rate: 400, code: 1164, surcharges: [{ rate: 50 }] },
  { rate: 200, code: 1166, surcharges: [{ rate: 26 }] },
  {
    rate: 0,
    code: 1170,
    surcharges: [
      { rate: 0, from: '2023-01-01', to: '2024-09-30' },
      { rate: 26, from: '2024-10-01' },
    ],
  },
]

/** The day whose rates hold: of the operation, else of issue. */
const taxDay = ({ FechaOperacion, IDFactura }: Asked): string =>
  dayOfText(FechaOperacion) ?? dayOfText(IDFactura.FechaExpedicionFactura) ?? ''

const isRated = (line: GivenDetail): boolean => isVat(line) && line.CalificacionOperacion === 'S1'

const isWithin = (day: string, { from = '', to = '9999' }: { from?: string; to?: string }): boolean =>
  day >= from && day <= to

/** Rates of VAT and of the equivalence surcharge by day (validations 1.2.0, 3.1.3, 15.1 and 15.3). */
export const RATE_RULES: readonly LineRule[] = [
  {
    code: 1124,
    isBroken: (line) =>
      isRated(line) &&
      isGiven(line.TipoImpositivo) &&
      !RATES.includes(basisPointsOf(line.TipoImpositivo) ?? -1),
  },
  ...WINDOWS.map(
    (window): LineRule => ({
      code: window.code,
      isBroken: (line, record) =>
        isRated(line) &&
        basisPointsOf(line.TipoImpositivo) === window.rate &&
        !isWithin(taxDay(record), window),
    })
  ),
  {
    code: 1127,
    isBroken: (line) =>
      isRated(line) &&
      isGiven(line.TipoRecargoEquivalencia) &&
      !SURCHARGES.includes(basisPointsOf(line.TipoRecargoEquivalencia) ?? -1),
  },
  ...PAIRS.map(
    (pair): LineRule => ({
      code: pair.code,
      isBroken: (line, record) => {
        if (!isRated(line) || !isGiven(line.TipoRecargoEquivalencia)) return false
        if (basisPointsOf(line.TipoImpositivo) !== pair.rate) return false
        const surcharge = basisPointsOf(line.TipoRecargoEquivalencia)
        return !pair.surcharges.some((one) => one.rate === surcharge && isWithin(taxDay(record), one))
      },
    })
  ),
]
