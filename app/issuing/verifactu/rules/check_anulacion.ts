import type { AnulacionContent } from '#app/issuing/verifactu/record'
import type { Verdict } from '#app/issuing/verifactu/rules/check_alta'
import { type Circumstances, effectOf, isGiven, isOneOf, isOther } from '#app/issuing/verifactu/rules/rule'
import { dayOfText, isInstantText } from '#app/issuing/verifactu/rules/values'
import { isValidSpanishTaxId } from '#app/kernel/identifiers/tax_id'

export type GivenAnulacion = Partial<Omit<AnulacionContent, 'IDFactura'>> & {
  IDFactura: Partial<AnulacionContent['IDFactura']>
  FechaHoraHusoGenRegistro?: string
}

type AnulacionRule = { code: number; isBroken: (record: GivenAnulacion, about: Circumstances) => boolean }

/** AEAT's rules on an anulación (validations 1.2.0, 3.1.4), in the order in which it looks. */
const RULES: readonly AnulacionRule[] = [
  {
    code: 1104,
    isBroken: ({ IDFactura: { NumSerieFactura = '' } }) =>
      NumSerieFactura.trim() === '' || NumSerieFactura.length > 60,
  },
  {
    code: 1130,
    isBroken: ({ IDFactura: { NumSerieFactura = '' } }) =>
      !/^[\x20-\x7e]*$/.test(NumSerieFactura) || /[<>"'=]/.test(NumSerieFactura),
  },
  {
    code: 1109,
    isBroken: ({ IDFactura: { IDEmisorFactura } }) =>
      isGiven(IDEmisorFactura) && !isValidSpanishTaxId(IDEmisorFactura),
  },
  {
    code: 1108,
    isBroken: ({ IDFactura: { IDEmisorFactura } }, { headerNif }) =>
      isGiven(IDEmisorFactura) && headerNif !== undefined && headerNif !== IDEmisorFactura,
  },
  {
    code: 1105,
    isBroken: ({ IDFactura: { FechaExpedicionFactura } }) => dayOfText(FechaExpedicionFactura) === null,
  },
  {
    code: 1112,
    isBroken: ({ IDFactura: { FechaExpedicionFactura } }, { today }) =>
      (dayOfText(FechaExpedicionFactura) ?? '') > today,
  },
  { code: 1276, isBroken: ({ SinRegistroPrevio }) => isOther(SinRegistroPrevio, ['S', 'N']) },
  { code: 1275, isBroken: ({ RechazoPrevio }) => isOther(RechazoPrevio, ['S', 'N']) },
  { code: 1225, isBroken: ({ GeneradoPor }) => isOther(GeneradoPor, ['E', 'D', 'T']) },
  {
    code: 1224,
    isBroken: ({ GeneradoPor, Generador }) => isGiven(GeneradoPor) !== (Generador !== undefined),
  },
  {
    code: 1228,
    isBroken: ({ Generador }) =>
      Generador !== undefined && isGiven(Generador.NIF) === (Generador.IDOtro !== undefined),
  },
  {
    code: 1227,
    isBroken: ({ GeneradoPor, Generador }) => GeneradoPor === 'E' && !isGiven(Generador?.NIF),
  },
  {
    code: 1229,
    isBroken: ({ GeneradoPor, Generador }) => GeneradoPor === 'T' && Generador?.IDOtro?.IDType === '07',
  },
  {
    code: 1230,
    isBroken: ({ GeneradoPor, Generador }) =>
      GeneradoPor === 'D' &&
      Generador?.IDOtro?.CodigoPais === 'ES' &&
      !isOneOf(Generador.IDOtro.IDType, ['03', '07']),
  },
  {
    code: 1244,
    isBroken: ({ FechaHoraHusoGenRegistro }) =>
      FechaHoraHusoGenRegistro !== undefined && !isInstantText(FechaHoraHusoGenRegistro),
  },
]

/** What AEAT answers to an anulación, as far as it can be told without its records. */
export function checkAnulacion(record: GivenAnulacion, about: Circumstances): Verdict {
  const found = RULES.find(({ isBroken }) => isBroken(record, about))
  return found ? { effect: effectOf(found.code), code: found.code } : { effect: 'accepted', code: null }
}
