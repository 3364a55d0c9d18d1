import {
  isGiven,
  isOneOf,
  isOther,
  isRectifying,
  type Rule,
  recipientsOf,
  SIMPLIFIED,
  WITH_RECIPIENT,
} from '#app/issuing/verifactu/rules/rule'
import { centsOf, dayOfText, isAmount, isInstantText } from '#app/issuing/verifactu/rules/values'
import { isValidSpanishTaxId } from '#app/kernel/identifiers/tax_id'
import { addMonths, yearOf } from '#app/kernel/time/calendar_date'

const NUMBER_LENGTH_MAX = 60
const LINES_MAX = 12
const TYPES = ['F1', 'F2', 'F3', 'R1', 'R2', 'R3', 'R4', 'R5']
const YES_NO = ['S', 'N']
const FIRST_DAY = '2024-10-28'
const BIG_CENTS = 10_000_000_000
const YEARS_BACK_MONTHS = 240
/** Marks that no text may hold, beside numbers, which have a rule of their own. */
const FORBIDDEN = /[<>"'=]/

const total = (text: string | undefined) => Math.abs(centsOf(text))

/** AEAT's rules on an invoice as a whole, in the order in which it looks (validations 1.2.0, 3.1.3). */
export const INVOICE_RULES: readonly Rule[] = [
  { code: 4102, isBroken: ({ TipoFactura, Desglose }) => !isGiven(TipoFactura) || Desglose.length === 0 },
  { code: 4113, isBroken: ({ Desglose }) => Desglose.length > LINES_MAX },
  {
    code: 1100,
    isBroken: ({ CuotaTotal = '0', ImporteTotal = '0', DescripcionOperacion = '' }) =>
      !isAmount(CuotaTotal) || !isAmount(ImporteTotal) || DescripcionOperacion.length > 500,
  },
  {
    code: 1104,
    isBroken: ({ IDFactura: { NumSerieFactura = '' } }) =>
      NumSerieFactura.trim() === '' || NumSerieFactura.length > NUMBER_LENGTH_MAX,
  },
  {
    code: 1130,
    isBroken: ({ IDFactura: { NumSerieFactura = '' } }) =>
      !/^[\x20-\x7e]*$/.test(NumSerieFactura) || FORBIDDEN.test(NumSerieFactura),
  },
  {
    code: 1109,
    isBroken: ({ IDFactura: { IDEmisorFactura } }) =>
      isGiven(IDEmisorFactura) && !isValidSpanishTaxId(IDEmisorFactura),
  },
  {
    code: 1108,
    isBroken: ({ IDFactura: { IDEmisorFactura }, about: { headerNif } }) =>
      isGiven(IDEmisorFactura) && headerNif !== undefined && headerNif !== IDEmisorFactura,
  },
  {
    code: 1105,
    isBroken: ({ IDFactura: { FechaExpedicionFactura } }) => dayOfText(FechaExpedicionFactura) === null,
  },
  {
    code: 1112,
    isBroken: ({ IDFactura: { FechaExpedicionFactura }, about: { today } }) =>
      (dayOfText(FechaExpedicionFactura) ?? '') > today,
  },
  {
    code: 1152,
    isBroken: ({ IDFactura: { FechaExpedicionFactura } }) =>
      (dayOfText(FechaExpedicionFactura) ?? FIRST_DAY) < FIRST_DAY,
  },
  {
    code: 1287,
    isBroken: ({ NombreRazonEmisor = '', DescripcionOperacion = '' }) =>
      FORBIDDEN.test(NombreRazonEmisor) || FORBIDDEN.test(DescripcionOperacion),
  },
  {
    code: 1171,
    isBroken: ({ Subsanacion, RechazoPrevio }) =>
      isOther(Subsanacion, YES_NO) || isOther(RechazoPrevio, ['N', 'S', 'X']),
  },
  {
    code: 1153,
    isBroken: ({ Subsanacion, RechazoPrevio }) => RechazoPrevio === 'X' && Subsanacion !== 'S',
  },
  {
    code: 1161,
    isBroken: ({ Subsanacion, RechazoPrevio }) => RechazoPrevio === 'S' && Subsanacion !== 'S',
  },
  { code: 1106, isBroken: ({ TipoFactura }) => isOther(TipoFactura, TYPES) },
  { code: 1107, isBroken: ({ TipoRectificativa }) => isOther(TipoRectificativa, ['S', 'I']) },
  { code: 1114, isBroken: (record) => isRectifying(record) && !isGiven(record.TipoRectificativa) },
  { code: 1115, isBroken: (record) => !isRectifying(record) && isGiven(record.TipoRectificativa) },
  {
    code: 1117,
    isBroken: (record) => !isRectifying(record) && (record.FacturasRectificadas ?? []).length > 0,
  },
  {
    code: 1116,
    isBroken: ({ TipoFactura, FacturasSustituidas = [] }) =>
      TipoFactura !== 'F3' && FacturasSustituidas.length > 0,
  },
  {
    code: 1118,
    isBroken: ({ TipoRectificativa, ImporteRectificacion }) =>
      TipoRectificativa === 'S' && ImporteRectificacion === undefined,
  },
  {
    code: 1119,
    isBroken: ({ TipoRectificativa, ImporteRectificacion }) =>
      TipoRectificativa !== 'S' && ImporteRectificacion !== undefined,
  },
  {
    code: 1145,
    isBroken: ({ FechaOperacion }) => isGiven(FechaOperacion) && dayOfText(FechaOperacion) === null,
  },
  {
    code: 1134,
    isBroken: ({ FechaOperacion, about: { today } }) =>
      (dayOfText(FechaOperacion) ?? today) < addMonths(today, -YEARS_BACK_MONTHS),
  },
  {
    code: 1125,
    isBroken: ({ FechaOperacion, about: { today } }) =>
      yearOf(dayOfText(FechaOperacion) ?? today) > yearOf(today) + 1,
  },
  {
    code: 1173,
    isBroken: (record) =>
      (dayOfText(record.FechaOperacion) ?? record.about.today) > record.about.today && !mayBeLater(record),
  },
  {
    code: 1146,
    isBroken: (record) => {
      const issuedOn = dayOfText(record.IDFactura.FechaExpedicionFactura)
      const operatedOn = dayOfText(record.FechaOperacion)
      return issuedOn !== null && operatedOn !== null && operatedOn > issuedOn && !mayBeLater(record)
    },
  },
  {
    code: 1136,
    isBroken: ({ FacturaSimplificadaArt7273 }) => isOther(FacturaSimplificadaArt7273, YES_NO),
  },
  {
    code: 1183,
    isBroken: ({ FacturaSimplificadaArt7273, TipoFactura }) =>
      FacturaSimplificadaArt7273 === 'S' && !isOneOf(TipoFactura, WITH_RECIPIENT),
  },
  {
    code: 1184,
    isBroken: ({ FacturaSinIdentifDestinatarioArt61d }) =>
      isOther(FacturaSinIdentifDestinatarioArt61d, YES_NO),
  },
  {
    code: 1185,
    isBroken: ({ FacturaSinIdentifDestinatarioArt61d, TipoFactura }) =>
      FacturaSinIdentifDestinatarioArt61d === 'S' && !isOneOf(TipoFactura, SIMPLIFIED),
  },
  { code: 1137, isBroken: ({ Macrodato }) => isOther(Macrodato, YES_NO) },
  {
    code: 1138,
    isBroken: ({ Macrodato, ImporteTotal }) => Macrodato === 'S' && total(ImporteTotal) < BIG_CENTS,
  },
  {
    code: 1139,
    isBroken: ({ Macrodato, ImporteTotal }) => Macrodato !== 'S' && total(ImporteTotal) >= BIG_CENTS,
  },
  {
    code: 1157,
    isBroken: ({ Cupon, TipoFactura }) =>
      isOther(Cupon, YES_NO) || (Cupon === 'S' && !isOneOf(TipoFactura, ['R1', 'R5'])),
  },
  {
    code: 1244,
    isBroken: ({ FechaHoraHusoGenRegistro }) =>
      FechaHoraHusoGenRegistro !== undefined && !isInstantText(FechaHoraHusoGenRegistro),
  },
  {
    code: 1189,
    isBroken: (record) => isOneOf(record.TipoFactura, WITH_RECIPIENT) && recipientsOf(record).length === 0,
  },
  {
    code: 1190,
    isBroken: (record) => isOneOf(record.TipoFactura, SIMPLIFIED) && recipientsOf(record).length > 0,
  },
]

/** Works certificates and running contracts are issued before the tax is due (regimes 14 and 15, VAT and IGIC). */
const mayBeLater: Rule['isBroken'] = ({ Desglose }) =>
  Desglose.length > 0 &&
  Desglose.every(
    ({ Impuesto = '01', ClaveRegimen }) =>
      isOneOf(ClaveRegimen, ['14', '15']) && isOneOf(Impuesto === '' ? '01' : Impuesto, ['01', '03'])
  )
