import type { OtherId, Party } from '#app/issuing/verifactu/record'
import {
  type Asked,
  isGiven,
  isOneOf,
  isOther,
  type Rule,
  recipientsOf,
} from '#app/issuing/verifactu/rules/rule'
import { dayOfText } from '#app/issuing/verifactu/rules/values'
import { isValidSpanishTaxId, taxIdKind } from '#app/kernel/identifiers/tax_id'
import { isValidVatNumber, vatCountry } from '#app/kernel/identifiers/vat_number'

const ID_TYPES = ['02', '03', '04', '05', '06', '07']
const ID_LENGTH_MAX = 20
const COUNTRY = /^[A-Z]{2}$/
/** How the Union calls what ISO 3166 calls otherwise. */
const OTHER_NAMES: Readonly<Record<string, string>> = { GR: 'EL', GB: 'XI' }

type IdRule = { code: number; isBroken: (id: OtherId) => boolean }

/** On an identification that is no Spanish NIF. */
const ID_RULES: readonly IdRule[] = [
  { code: 1102, isBroken: ({ IDType }) => !isOneOf(IDType, ID_TYPES) },
  { code: 1103, isBroken: ({ ID = '' }) => ID.trim() === '' || ID.length > ID_LENGTH_MAX },
  { code: 1101, isBroken: ({ CodigoPais }) => isGiven(CodigoPais) && !COUNTRY.test(CodigoPais) },
  { code: 1111, isBroken: ({ IDType, CodigoPais }) => IDType !== '02' && !isGiven(CodigoPais) },
  {
    code: 1126,
    isBroken: ({ IDType, CodigoPais }) =>
      (CodigoPais === 'ES' && !isOneOf(IDType, ['03', '07'])) || (IDType === '07' && CodigoPais !== 'ES'),
  },
  { code: 1290, isBroken: ({ IDType, ID }) => IDType === '07' && !isValidSpanishTaxId(ID) },
  { code: 1131, isBroken: ({ IDType, ID }) => IDType === '07' && taxIdKind(ID) === 'cif' },
  { code: 1255, isBroken: ({ IDType, ID }) => IDType === '02' && /^GB/i.test(ID) },
  {
    code: 1122,
    isBroken: ({ IDType, CodigoPais, ID }) => {
      const prefix = vatCountry(ID)
      return (
        IDType === '02' &&
        isGiven(CodigoPais) &&
        prefix !== null &&
        prefix !== (OTHER_NAMES[CodigoPais] ?? CodigoPais)
      )
    },
  },
  { code: 1103, isBroken: (id) => id.IDType === '02' && !isValidVatNumber(prefixed(id)) },
]

/** A VAT number may come without its country where that is told beside it. */
const prefixed = ({ CodigoPais = '', ID }: OtherId): string =>
  vatCountry(ID) === null ? `${OTHER_NAMES[CodigoPais] ?? CodigoPais}${ID}` : ID

const hasNeitherOrBoth = ({ NIF, IDOtro }: Party) => isGiven(NIF) === (IDOtro !== undefined)

/** Whether an identification that is no NIF breaks a rule of this code. */
const breaks = (party: Party | undefined, rule: IdRule): boolean =>
  party?.IDOtro !== undefined && rule.isBroken(party.IDOtro)

const someRecipient = (record: Asked, isSo: (party: Party) => boolean): boolean =>
  recipientsOf(record).some(isSo)

/** Who may be identified by what in bad debts and bankruptcies. */
const identifiedOtherwise = (record: Asked, type: string, allowed: readonly string[]): boolean =>
  record.TipoFactura === type &&
  someRecipient(record, ({ IDOtro }) => IDOtro !== undefined && !allowed.includes(IDOtro.IDType))

const FORBIDDEN = /[<>"'=]/

/** Who issues for another, and who receives. */
export const PARTY_RULES: readonly Rule[] = [
  {
    code: 1151,
    isBroken: ({ EmitidaPorTerceroODestinatario }) => isOther(EmitidaPorTerceroODestinatario, ['T', 'D']),
  },
  {
    code: 1155,
    isBroken: ({ EmitidaPorTerceroODestinatario, Tercero }) =>
      !isGiven(EmitidaPorTerceroODestinatario) && Tercero !== undefined,
  },
  {
    code: 1159,
    isBroken: ({ EmitidaPorTerceroODestinatario, Tercero }) =>
      EmitidaPorTerceroODestinatario === 'D' && Tercero !== undefined,
  },
  {
    code: 1186,
    isBroken: ({ EmitidaPorTerceroODestinatario, Tercero }) =>
      EmitidaPorTerceroODestinatario === 'T' && Tercero === undefined,
  },
  {
    code: 1158,
    isBroken: (record) => record.EmitidaPorTerceroODestinatario === 'D' && recipientsOf(record).length === 0,
  },
  { code: 1178, isBroken: ({ Tercero }) => Tercero !== undefined && hasNeitherOrBoth(Tercero) },
  {
    code: 1188,
    isBroken: ({ Tercero, IDFactura: { IDEmisorFactura } }) =>
      isGiven(Tercero?.NIF) && Tercero.NIF === IDEmisorFactura,
  },
  { code: 1211, isBroken: ({ Tercero }) => Tercero?.IDOtro?.IDType === '07' },
  {
    code: 1232,
    isBroken: ({ Tercero }) => Tercero?.IDOtro?.CodigoPais === 'ES' && Tercero.IDOtro.IDType !== '03',
  },
  { code: 1239, isBroken: (record) => someRecipient(record, hasNeitherOrBoth) },
  {
    code: 1123,
    isBroken: (record) =>
      [...recipientsOf(record), ...(record.Tercero ? [record.Tercero] : [])].some(
        ({ NIF }) => isGiven(NIF) && !isSpanishNif(NIF)
      ),
  },
  {
    code: 1287,
    isBroken: (record) =>
      [...recipientsOf(record), ...(record.Tercero ? [record.Tercero] : [])].some(({ NombreRazon = '' }) =>
        FORBIDDEN.test(NombreRazon)
      ),
  },
  ...ID_RULES.map((rule) => ({
    code: rule.code,
    isBroken: (record: Asked) =>
      breaks(record.Tercero, rule) || someRecipient(record, (party) => breaks(party, rule)),
  })),
  {
    code: 1254,
    isBroken: (record) => {
      const on = dayOfText(record.FechaOperacion) ?? dayOfText(record.IDFactura.FechaExpedicionFactura)
      return (
        on !== null &&
        on < '2021-01-01' &&
        someRecipient(record, ({ IDOtro }) => IDOtro?.IDType === '02' && /^XI/i.test(IDOtro.ID))
      )
    },
  },
  { code: 1192, isBroken: (record) => identifiedOtherwise(record, 'R2', ['07', '02']) },
  { code: 1191, isBroken: (record) => identifiedOtherwise(record, 'R3', ['07']) },
]

/** Nine characters without separators: AEAT takes no other way of writing it. */
const isSpanishNif = (nif: string): boolean => /^[A-Z0-9]{9}$/.test(nif) && isValidSpanishTaxId(nif)
