import { type Actor, recordEvent } from '#app/audit/record_event'
import { addSystemEvent } from '#app/issuing/events/add_system_event'
import { findIssuingSettings, type IssuingSettings } from '#app/issuing/settings/issuing_settings'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { isValidSpanishTaxId, normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import { type CalendarDate, today, yearOf } from '#app/kernel/time/calendar_date'

export type SettingsInput = {
  mode: 'off' | 'verifactu'
  verifactuFrom: CalendarDate | null
  /** The year at whose end the company leaves the verifiable mode. */
  endsInYear: number | null
  issuerName: string
  producerName: string
  producerTaxId: string
  producerAddress: string
  /** Where and when the producer signed the responsible declaration. */
  declaredPlace: string
  declaredOn: CalendarDate | null
  lockVersion: number | null
}

type Asked = { siteId: number; input: SettingsInput; actor: Actor }

/**
 * Writes how a company issues. Switching VERI*FACTU on and off is noted in the events of the system too. Throws DomainError at its field;
 * the database keeps to it that nobody leaves within the year (CV005). Gives whether anything changed.
 */
export function saveIssuingSettings({ siteId, input, actor }: Asked): Promise<boolean> {
  return inTransaction(async (trx) => {
    const before = await lockSettings(siteId, trx)
    refuseWrong(input, before)
    const producerTaxId = normalizeTaxId(input.producerTaxId)
    const after = {
      mode: input.mode,
      verifactuFrom: input.verifactuFrom,
      endsOn: input.endsInYear === null ? null : (`${input.endsInYear}-12-31` as CalendarDate),
      issuerName: input.issuerName.trim(),
      producerName: input.producerName.trim() || null,
      producerTaxId: producerTaxId || null,
      producerAddress: input.producerAddress.trim() || null,
      declaredPlace: input.declaredPlace.trim() || null,
      declaredOn: input.declaredOn,
    }
    const diff = differences(before, after)
    if (Object.keys(diff).length === 0) return false
    await execute(
      `insert into issuing_settings as i (site_id, installation, mode, verifactu_from, ends_on, issuer_name, producer_name, producer_tax_id, producer_address,
         declared_place, declared_on, updated_by)
       values (:siteId, :installation, :mode, :verifactuFrom, :endsOn, :issuerName, :producerName, :producerTaxId, :producerAddress,
         :declaredPlace, :declaredOn, :userId)
       on conflict (site_id) do update set mode = excluded.mode, verifactu_from = excluded.verifactu_from, ends_on = excluded.ends_on,
         issuer_name = excluded.issuer_name, producer_name = excluded.producer_name, producer_tax_id = excluded.producer_tax_id,
         producer_address = excluded.producer_address, declared_place = excluded.declared_place, declared_on = excluded.declared_on,
         updated_by = excluded.updated_by, lock_version = i.lock_version + 1`,
      { siteId, installation: before.installation, ...after, userId: actor.userId },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'issuing_settings',
        objectId: siteId,
        siteId,
        event: 'issuing_settings.changed',
        ...(before.mode === after.mode ? {} : { from: before.mode, to: after.mode }),
        diff,
      },
      trx
    )
    if (before.mode !== after.mode) await noteSwitched(siteId, after.mode, actor, trx)
    return true
  })
}

async function lockSettings(siteId: number, trx: Transaction): Promise<IssuingSettings> {
  await row(`select 1 from sites where id = :siteId for update`, { siteId }, trx)
  const settings = await findIssuingSettings(siteId, trx)
  if (!settings) throw new Error(`The company ${siteId} is gone`)
  return settings
}

function refuseWrong(input: SettingsInput, before: IssuingSettings): void {
  if ((input.lockVersion ?? null) !== before.lockVersion)
    throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
      field: 'form',
    })
  if (input.issuerName.trim().length < 2)
    refuse('issuer_name', 'Introduzca el nombre con el que la empresa consta en el censo de la AEAT.')
  if (input.declaredOn !== null && input.declaredOn > today())
    refuse('declared_on', 'La declaración no puede estar firmada en el futuro.')
  if (input.mode === 'off') return
  if (before.sii) refuse('mode', 'La empresa está en el SII: no usa VERI*FACTU.')
  if (before.territory.startsWith('foral'))
    refuse('mode', 'La empresa tributa en una hacienda foral: no usa VERI*FACTU.')
  if (!isValidSpanishTaxId(before.taxId))
    refuse('mode', 'El NIF de la empresa no es válido: corríjalo en «Datos».')
  if (input.verifactuFrom === null) refuse('verifactu_from', 'Introduzca desde cuándo emite con VERI*FACTU.')
  if (input.producerName.trim().length < 2) refuse('producer_name', 'Introduzca quién produce el sistema.')
  if (!isValidSpanishTaxId(input.producerTaxId))
    refuse('producer_tax_id', 'El NIF del productor del sistema no es válido.')
  if (input.endsInYear !== null && input.endsInYear < yearOf(today()))
    refuse('ends_in_year', 'Solo se deja VERI*FACTU al final de este año o de uno posterior.')
}

function refuse(field: string, message: string): never {
  throw new DomainError('E_ISSUING_SETTINGS', message, { field })
}

type Kept = Pick<
  IssuingSettings,
  | 'mode'
  | 'verifactuFrom'
  | 'endsOn'
  | 'issuerName'
  | 'producerName'
  | 'producerTaxId'
  | 'producerAddress'
  | 'declaredPlace'
  | 'declaredOn'
>

function differences(before: Kept, after: Kept): Record<string, [unknown, unknown]> {
  return Object.fromEntries(
    (Object.keys(after) as (keyof Kept)[])
      .filter((key) => before[key] !== after[key])
      .map((key) => [key, [before[key], after[key]]])
  )
}

async function noteSwitched(
  siteId: number,
  mode: 'off' | 'verifactu',
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const settings = await findIssuingSettings(siteId, trx)
  if (!settings || settings.producerName === null) return
  const note = mode === 'verifactu' ? 'VERI*FACTU activado' : 'VERI*FACTU desactivado'
  await addSystemEvent(settings, { own: { type: '90' }, note, actor }, trx)
}
