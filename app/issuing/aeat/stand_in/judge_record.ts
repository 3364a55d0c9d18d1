import type { AeatState, KeptRecord } from '#app/issuing/aeat/stand_in/aeat_state'
import type { CameRecord } from '#app/issuing/aeat/stand_in/read_sending'
import { altaValues, anulacionValues, hashAlta, hashAnulacion } from '#app/issuing/verifactu/canonical_hash'
import type { AltaContent, InvoiceId } from '#app/issuing/verifactu/record'
import { codeText } from '#app/issuing/verifactu/rules/aeat_codes'
import { checkAlta } from '#app/issuing/verifactu/rules/check_alta'
import { checkAnulacion } from '#app/issuing/verifactu/rules/check_anulacion'
import { readGivenRecord } from '#app/issuing/verifactu/rules/given_record'
import { effectOf, type GivenAlta } from '#app/issuing/verifactu/rules/rule'
import { today } from '#app/kernel/time/calendar_date'

/** What AEAT answers to one record. */
export type Judged = {
  id: InvoiceId
  state: 'Correcto' | 'AceptadoConErrores' | 'Incorrecto'
  code: number | null
  message: string | null
  duplicate: KeptRecord | null
}

type Judging = { state: AeatState; headerNif: string; now: Date; requestId: string }

/**
 * Judges a record as AEAT does: the rules of its list, its census, what it has already, the hash and the chain. Keeps what it takes;
 * a refused record stays in the chain too.
 */
export function judgeRecord(record: CameRecord, judging: Judging): Judged {
  const { state } = judging
  const { alta, anulacion } = readGivenRecord(record.given)
  const id = (anulacion ?? alta).IDFactura as InvoiceId
  const key = keyOf(id)
  const code =
    plannedCode(state, id.NumSerieFactura) ??
    (record.kind === 'alta' ? altaCode(alta, judging) : anulacionCode(record, judging)) ??
    chainCode(record, alta, judging)
  const known = state.records[key] ?? null
  const isRefused = code !== null && (effectOf(code) === 'refused' || code >= 3000)
  if (code !== 3000) noteChain(record, alta, state)
  if (!isRefused) state.records[key] = kept(record.kind, code, alta.Huella ?? '', judging.requestId)
  return {
    id,
    state: code === null ? 'Correcto' : isRefused ? 'Incorrecto' : 'AceptadoConErrores',
    code,
    message: code === null ? null : codeText(code),
    duplicate: code === 3000 ? known : null,
  }
}

const keyOf = ({ IDEmisorFactura, NumSerieFactura, FechaExpedicionFactura }: InvoiceId): string =>
  [IDEmisorFactura, NumSerieFactura, FechaExpedicionFactura].join('|')

const kept = (
  kind: CameRecord['kind'],
  code: number | null,
  hash: string,
  requestId: string
): KeptRecord => ({
  state: kind === 'anulacion' ? 'Anulada' : code === null ? 'Correcta' : 'AceptadaConErrores',
  code,
  message: code === null ? null : codeText(code),
  requestId,
  hash,
})

/** What a trial asked for, once. */
function plannedCode(state: AeatState, number: string): number | null {
  const code = state.planned[number] ?? state.planned['*']
  if (code === undefined) return null
  delete state.planned[number in state.planned ? number : '*']
  return code
}

function altaCode(alta: GivenAlta, { state, headerNif, now }: Judging): number | null {
  const known = state.records[keyOf(alta.IDFactura as InvoiceId)]
  const { code, effect } = checkAlta(alta, { today: today(now), now, headerNif })
  if (effect === 'refused') return code
  const isCorrection = alta.Subsanacion === 'S'
  if (!isCorrection && known) return 3000
  if (isCorrection && alta.RechazoPrevio === 'X' && known) return 3000
  if (isCorrection && alta.RechazoPrevio !== 'X' && !known) return 3002
  const isUnknown = (alta.Destinatarios ?? []).some(({ NIF = '' }) => state.unknown.includes(NIF))
  return isUnknown ? 2001 : code
}

function anulacionCode({ given }: CameRecord, { state, headerNif, now }: Judging): number | null {
  const { anulacion } = readGivenRecord(given)
  if (!anulacion) return 4102
  const known = state.records[keyOf(anulacion.IDFactura as InvoiceId)]
  const { code } = checkAnulacion(anulacion, { today: today(now), now, headerNif })
  if (code !== null) return code
  if (known?.state === 'Anulada') return 3001
  return !known && anulacion.SinRegistroPrevio !== 'S' ? 3002 : null
}

const chainOf = (alta: GivenAlta): string =>
  [alta.IDFactura.IDEmisorFactura, alta.SistemaInformatico?.NumeroInstalacion].join('|')

/** Hash and chain only warn. */
function chainCode(record: CameRecord, alta: GivenAlta, { state }: Judging): number | null {
  const id = readGivenRecord(record.given).anulacion?.IDFactura ?? alta.IDFactura
  const previousHash = alta.previous?.Huella ?? null
  const at = alta.FechaHoraHusoGenRegistro ?? ''
  const { hash } =
    record.kind === 'alta'
      ? hashAlta(altaValues(alta as unknown as AltaContent, { previousHash, at }))
      : hashAnulacion(anulacionValues(id as InvoiceId, { previousHash, at }))
  if (hash !== alta.Huella) return 2000
  const last = state.chains[chainOf({ ...alta, IDFactura: id })]
  if (last !== undefined && previousHash === null) return 2007
  return last !== undefined && previousHash !== last ? 2003 : null
}

function noteChain(record: CameRecord, alta: GivenAlta, state: AeatState): void {
  const id = readGivenRecord(record.given).anulacion?.IDFactura ?? alta.IDFactura
  if (alta.Huella) state.chains[chainOf({ ...alta, IDFactura: id })] = alta.Huella
}
