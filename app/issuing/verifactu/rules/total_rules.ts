import { altaValues, hashAlta } from '#app/issuing/verifactu/canonical_hash'
import type { AltaContent } from '#app/issuing/verifactu/record'
import { type Asked, isGiven, isOneOf, type Rule } from '#app/issuing/verifactu/rules/rule'
import { centsOf, isInstantText } from '#app/issuing/verifactu/rules/values'

const TOLERANCE_CENTS = 1000
const SIMPLIFIED_CENTS_MAX = 300_000
/** Regimes taxed on the margin, on what it cost or elsewhere: their totals are no sum of the lines. */
const NOT_ADDED_UP = ['03', '05', '06', '08', '09']
const CLOCK_MARGIN_MS = 240_000
const HASH = /^[0-9A-F]{64}$/

type Summed = 'BaseImponibleOimporteNoSujeto' | 'CuotaRepercutida' | 'CuotaRecargoEquivalencia'

const sumOf = ({ Desglose }: Asked, ...names: Summed[]): number =>
  Desglose.reduce((sum, line) => sum + names.reduce((part, name) => part + centsOf(line[name]), 0), 0)

const isAddedUp = ({ Desglose }: Asked): boolean =>
  !Desglose.some(({ ClaveRegimen }) => isOneOf(ClaveRegimen, NOT_ADDED_UP))

const isOff = (told: string | undefined, summed: number): boolean =>
  isGiven(told) && Math.abs(centsOf(told) - summed) > TOLERANCE_CENTS

/** A simplified invoice is of three thousand euros at most, ten more in tolerance. */
export const SIMPLIFIED_RULE: Rule = {
  code: 1150,
  isBroken: (record) =>
    record.TipoFactura === 'F2' &&
    !isGiven(record.NumRegistroAcuerdoFacturacion) &&
    record.FacturaSinIdentifDestinatarioArt61d !== 'S' &&
    sumOf(record, 'BaseImponibleOimporteNoSujeto', 'CuotaRepercutida') >
      SIMPLIFIED_CENTS_MAX + TOLERANCE_CENTS,
}

/** What is accepted with an error: totals, the hash and its chain, the clock (codes 2000 to 2008). */
export const WARNINGS: readonly Rule[] = [
  {
    code: 2006,
    isBroken: (record) =>
      isAddedUp(record) &&
      isOff(record.CuotaTotal, sumOf(record, 'CuotaRepercutida', 'CuotaRecargoEquivalencia')),
  },
  {
    code: 2005,
    isBroken: (record) =>
      isAddedUp(record) &&
      isOff(
        record.ImporteTotal,
        sumOf(record, 'BaseImponibleOimporteNoSujeto', 'CuotaRepercutida', 'CuotaRecargoEquivalencia')
      ),
  },
  { code: 2000, isBroken: (record) => record.Huella !== undefined && isHashWrong(record) },
  { code: 2002, isBroken: ({ previous }) => isGiven(previous?.Huella) && previous.Huella.length !== 64 },
  { code: 2003, isBroken: ({ previous }) => isGiven(previous?.Huella) && !HASH.test(previous.Huella) },
  {
    code: 2008,
    isBroken: ({ previous, Huella }) => isGiven(Huella) && previous?.Huella === Huella,
  },
  {
    code: 2004,
    isBroken: ({ FechaHoraHusoGenRegistro: at, about: { now } }) =>
      at !== undefined && isInstantText(at) && Date.parse(at) > now.getTime() + CLOCK_MARGIN_MS,
  },
]

/** Its form, and its value where everything that it is taken over is there. */
function isHashWrong(record: Asked): boolean {
  const {
    Huella = '',
    FechaHoraHusoGenRegistro: at,
    previous,
    TipoFactura,
    CuotaTotal,
    ImporteTotal,
  } = record
  if (!HASH.test(Huella)) return true
  const { IDEmisorFactura } = record.IDFactura
  if (![IDEmisorFactura, at, TipoFactura, CuotaTotal, ImporteTotal].every(isGiven) || previous === undefined)
    return false
  const values = altaValues(record as unknown as AltaContent, {
    previousHash: previous?.Huella ?? null,
    at: at ?? '',
  })
  return hashAlta(values).hash !== Huella
}
