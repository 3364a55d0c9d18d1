import {
  type Asked,
  type GivenDetail,
  isGiven,
  isIgic,
  isOneOf,
  isOther,
  isVat,
  type LineRule,
  SIMPLIFIED,
} from '#app/issuing/verifactu/rules/rule'
import { basisPointsOf, centsOf, dayOfText, isAmount, isRate } from '#app/issuing/verifactu/rules/values'

const REGIMES: Readonly<Record<string, readonly string[]>> = {
  '01': '01 02 03 04 05 06 07 08 09 10 11 14 15 17 18 19 20'.split(' '),
  '02': '01 08 11 18 19 20'.split(' '),
  '03': '01 02 03 04 05 06 07 08 09 10 11 14 15 17 18 19 20 21'.split(' '),
}
/** From this day a key that IPSI lacks, or that it does not know, refuses the record; before, it was told as an error. */
const IPSI_KEYS_FROM = '2027-01-01'

const TOLERANCE_CENTS = 1000
const taxOf = ({ Impuesto }: GivenDetail): string => (isGiven(Impuesto) ? Impuesto : '01')

/** Whether the key of its regime is one that its tax has. */
export const isKnownRegime = (line: GivenDetail): boolean =>
  !isOther(line.ClaveRegimen, REGIMES[taxOf(line)] ?? [])

const isS1 = ({ CalificacionOperacion }: GivenDetail) => CalificacionOperacion === 'S1'
const isS2 = ({ CalificacionOperacion }: GivenDetail) => CalificacionOperacion === 'S2'
const isNotSubject = ({ CalificacionOperacion }: GivenDetail) => isOneOf(CalificacionOperacion, ['N1', 'N2'])
const isExempt = ({ OperacionExenta }: GivenDetail) => isGiven(OperacionExenta)

const hasTaxFields = (line: GivenDetail): boolean =>
  [
    line.TipoImpositivo,
    line.CuotaRepercutida,
    line.TipoRecargoEquivalencia,
    line.CuotaRecargoEquivalencia,
  ].some(isGiven)

const isIpsiKeyWrong = ({ Impuesto, ClaveRegimen = '' }: GivenDetail): boolean =>
  Impuesto === '02' && !isOneOf(ClaveRegimen, REGIMES['02'] ?? [])

/** Nothing is compared in a rectification by differences, nor in those of bankruptcy and bad debt. */
const isCompared = ({ TipoRectificativa, TipoFactura }: Asked): boolean =>
  TipoRectificativa !== 'I' && !isOneOf(TipoFactura, ['R2', 'R3'])

/** What the quota is worked out on: what it cost, in the group's advanced level, else the base. */
const baseCents = (line: GivenDetail): number =>
  centsOf(isGiven(line.BaseImponibleACoste) ? line.BaseImponibleACoste : line.BaseImponibleOimporteNoSujeto)

const signsDiffer = (line: GivenDetail): boolean => {
  const [base, quota] = [baseCents(line), centsOf(line.CuotaRepercutida)]
  return base !== 0 && quota !== 0 && Math.sign(base) !== Math.sign(quota)
}

/** The quota times 10,000 beside base by basis points, so that nothing is rounded: more than ten euros apart. */
const isQuotaOff = (line: GivenDetail): boolean => {
  const rate = basisPointsOf(line.TipoImpositivo)
  if (rate === null || !isGiven(line.CuotaRepercutida)) return false
  const apart = BigInt(centsOf(line.CuotaRepercutida)) * 10_000n - BigInt(baseCents(line)) * BigInt(rate)
  const most = BigInt(TOLERANCE_CENTS) * 10_000n
  return apart > most || apart < -most
}

const issuedOn = ({ IDFactura }: Asked): string => dayOfText(IDFactura.FechaExpedicionFactura) ?? ''

/** What each line of the breakdown has to tell (validations 1.2.0, 3.1.3, 15). */
export const FORM_RULES: readonly LineRule[] = [
  {
    code: 1100,
    isBroken: (line) =>
      [
        line.BaseImponibleOimporteNoSujeto,
        line.BaseImponibleACoste,
        line.CuotaRepercutida,
        line.CuotaRecargoEquivalencia,
      ].some((text) => isGiven(text) && !isAmount(text)) ||
      [line.TipoImpositivo, line.TipoRecargoEquivalencia].some((text) => isGiven(text) && !isRate(text)),
  },
  { code: 4102, isBroken: ({ BaseImponibleOimporteNoSujeto }) => !isGiven(BaseImponibleOimporteNoSujeto) },
  { code: 1218, isBroken: ({ Impuesto }) => isOther(Impuesto, ['01', '02', '03', '05']) },
  {
    code: 1245,
    isBroken: (line, record) =>
      !isGiven(line.ClaveRegimen) &&
      (isVat(line) || isIgic(line) || (line.Impuesto === '02' && issuedOn(record) >= IPSI_KEYS_FROM)),
  },
  { code: 1260, isBroken: ({ Impuesto, ClaveRegimen }) => Impuesto === '05' && isGiven(ClaveRegimen) },
  {
    code: 1246,
    isBroken: (line, record) =>
      !isKnownRegime(line) && (line.Impuesto !== '02' || issuedOn(record) >= IPSI_KEYS_FROM),
  },
  {
    code: 1195,
    isBroken: (line) => !isGiven(line.CalificacionOperacion) && !isGiven(line.OperacionExenta),
  },
  { code: 1196, isBroken: (line) => isGiven(line.CalificacionOperacion) && isGiven(line.OperacionExenta) },
  {
    code: 1181,
    isBroken: ({ CalificacionOperacion }) => isOther(CalificacionOperacion, ['S1', 'S2', 'N1', 'N2']),
  },
  {
    code: 1182,
    isBroken: (line) =>
      isOther(line.OperacionExenta, 'E1 E2 E3 E4 E5 E6 E7 E8'.split(' ')) ||
      (isOneOf(line.OperacionExenta, ['E7', 'E8']) && !isIgic(line)),
  },
  {
    code: 1257,
    isBroken: (line) =>
      isGiven(line.BaseImponibleACoste) &&
      line.ClaveRegimen !== '06' &&
      !isOneOf(line.Impuesto, ['02', '05']),
  },
]

/** Which fields go with how a line is qualified. */
export const QUALIFICATION_RULES: readonly LineRule[] = [
  { code: 1197, isBroken: (line, { TipoFactura }) => isS2(line) && isOneOf(TipoFactura, SIMPLIFIED) },
  {
    code: 1198,
    isBroken: (line) =>
      isS2(line) &&
      (basisPointsOf(line.TipoImpositivo) !== 0 ||
        !isGiven(line.CuotaRepercutida) ||
        centsOf(line.CuotaRepercutida) !== 0),
  },
  { code: 1237, isBroken: (line) => isNotSubject(line) && isVat(line) && hasTaxFields(line) },
  { code: 1238, isBroken: (line) => isExempt(line) && hasTaxFields(line) },
  { code: 1207, isBroken: (line) => !isS1(line) && centsOf(line.CuotaRepercutida) !== 0 },
  {
    code: 1281,
    isBroken: (line) =>
      !isS1(line) && (isGiven(line.TipoRecargoEquivalencia) || isGiven(line.CuotaRecargoEquivalencia)),
  },
  {
    code: 1284,
    isBroken: (line) => isGiven(line.TipoRecargoEquivalencia) !== isGiven(line.CuotaRecargoEquivalencia),
  },
  {
    code: 1289,
    isBroken: (line, { Destinatarios = [] }) =>
      isVat(line) && line.OperacionExenta === 'E5' && Destinatarios.some(({ NIF }) => isGiven(NIF)),
  },
]

/** What the quota comes to. */
export const QUOTA_RULES: readonly LineRule[] = [
  {
    code: 1209,
    isBroken: (line) => isS1(line) && line.ClaveRegimen === '06' && !hasRateAndQuota(line),
  },
  {
    code: 1208,
    isBroken: (line) => isS1(line) && !isGiven(line.BaseImponibleACoste) && !hasRateAndQuota(line),
  },
  {
    code: 1140,
    isBroken: (line, record) =>
      isS1(line) && isGiven(line.BaseImponibleACoste) && isCompared(record) && signsDiffer(line),
  },
  {
    code: 1143,
    isBroken: (line, record) =>
      isS1(line) && !isGiven(line.BaseImponibleACoste) && isCompared(record) && signsDiffer(line),
  },
  {
    code: 1144,
    isBroken: (line, record) =>
      isS1(line) && isGiven(line.BaseImponibleACoste) && isCompared(record) && isQuotaOff(line),
  },
  {
    code: 1142,
    isBroken: (line, record) =>
      isS1(line) && !isGiven(line.BaseImponibleACoste) && isCompared(record) && isQuotaOff(line),
  },
]

const hasRateAndQuota = (line: GivenDetail): boolean =>
  isGiven(line.TipoImpositivo) && isGiven(line.CuotaRepercutida)

/** The same that only warn. */
export const LINE_WARNINGS: readonly LineRule[] = [
  {
    code: 2009,
    isBroken: (line, record) => isIpsiKeyWrong(line) && issuedOn(record) < IPSI_KEYS_FROM,
  },
]
