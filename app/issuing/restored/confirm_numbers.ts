import { type Actor, recordEvent } from '#app/audit/record_event'
import { addSystemEvent } from '#app/issuing/events/add_system_event'
import { DEFAULT_SERIES, numberOf } from '#app/issuing/invoices/take_number'
import { type LastNumber, lastNumbers } from '#app/issuing/restored/last_numbers'
import { findOpenRestore, type OpenRestore } from '#app/issuing/restored/open_restore'
import { findIssuingSettings } from '#app/issuing/settings/issuing_settings'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'

/** The last number of a series and year that was issued, whether its document is here or not: digits as they were typed. */
export type ConfirmedNumber = { code: string; year: number; last: string }

type Asked = { siteId: number; numbers: readonly ConfirmedNumber[]; actor: Actor }
type Lost = LastNumber & { until: number }

/** More than anybody issues between two backups: a slip of the hand. */
const LOST_MAX = 10_000

/**
 * Somebody has looked at AEAT and at what was sent: the company issues again, each series after the last number that was given. Numbers
 * whose documents are not here are written down, and noted in the events of the system. Throws E_ISSUE_RESTORED at `last0`, `last1`…
 * for a number before the last one that is here, and where there is nothing to confirm. Gives how many numbers were lost.
 */
export function confirmNumbers({ siteId, numbers, actor }: Asked): Promise<number> {
  return inTransaction(async (trx) => {
    const restore = await lockRestore(siteId, trx)
    const lost = lostOf(await lastNumbers(restore, trx), numbers)
    for (const one of lost) await writeLost(one, restore, actor, trx)
    await execute(
      `update issuing_restores set checked_at = now(), checked_by = :userId where id = :id`,
      { id: restore.id, userId: actor.userId },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'issuing_settings',
        objectId: siteId,
        siteId,
        event: 'issuing_settings.numbers_confirmed',
        diff: Object.fromEntries(
          lost.map(({ code, year, last, until }) => [year === 0 ? code : `${code}-${year}`, [last, until]])
        ),
      },
      trx
    )
    await noteLost(siteId, lost, actor, trx)
    return lost.reduce((sum, { last, until }) => sum + until - last, 0)
  })
}

async function lockRestore(siteId: number, trx: Transaction): Promise<OpenRestore> {
  await row(
    `select 1 from issuing_restores where site_id = :siteId and checked_at is null for update`,
    { siteId },
    trx
  )
  const restore = await findOpenRestore(siteId, trx)
  if (!restore)
    throw new DomainError('E_ISSUE_RESTORED', 'La numeración ya está confirmada: recargue la página.')
  return restore
}

/** Every series that is asked for has to be answered: what nobody looked at would be numbered twice. */
function lostOf(known: readonly LastNumber[], given: readonly ConfirmedNumber[]): Lost[] {
  return known.flatMap((one, place) => {
    const { last } = given.find(({ code, year }) => code === one.code && year === one.year) ?? { last: '' }
    const at = (message: string) => new DomainError('E_ISSUE_RESTORED', message, { field: `last${place}` })
    if (!/^\d{1,7}$/.test(last.trim()))
      throw at('Escriba el último número, solo la cifra (0 si no hay ninguno).')
    const until = Number(last)
    if (until < one.last) throw at(`Aquí ya está ${one.number}: no puede ser anterior.`)
    if (until - one.last > LOST_MAX) throw at('Revise el número: faltarían demasiados documentos.')
    return until === one.last ? [] : [{ ...one, until }]
  })
}

async function writeLost(lost: Lost, restore: OpenRestore, actor: Actor, trx: Transaction): Promise<void> {
  const seriesId = lost.seriesId ?? (await openStandard(lost.code, restore.siteId, actor, trx))
  await execute(
    `insert into issuing_lost_numbers (series_id, year, from_sequence, to_sequence, restore_id) values (:seriesId, :year, :from, :until, :restoreId)`,
    { seriesId, year: lost.year, from: lost.last + 1, until: lost.until, restoreId: restore.id },
    trx
  )
}

/** A series that companies have from the start and that was first used after the backup. */
async function openStandard(code: string, siteId: number, actor: Actor, trx: Transaction): Promise<number> {
  const series = DEFAULT_SERIES.find((one) => one.code === code)
  if (!series) throw new Error(`${code} is no series of every company`)
  const { id } = await oneRow<{ id: number }>(
    `insert into issuing_series as s (site_id, code, treatment, is_rectifying, created_by) values (:siteId, :code, :treatment, :isRectifying, :userId)
     on conflict (site_id, code) do update set is_active = s.is_active returning id`,
    { siteId, ...series, userId: actor.userId },
    trx
  )
  return id
}

/** The chain of events of a company with VERI*FACTU says it too: its records do not hold what AEAT has. */
async function noteLost(
  siteId: number,
  lost: readonly Lost[],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const settings = await findIssuingSettings(siteId, trx)
  if (settings?.mode !== 'verifactu') return
  const ranges = lost.map(({ code, year, last, until }) => {
    const series = { code, isYearly: year !== 0 }
    return `${numberOf(series, year, last + 1)} a ${numberOf(series, year, until)}`
  })
  const note =
    ranges.length === 0
      ? 'Numeración confirmada tras la restauración: no falta nada'
      : ranges.length === 1
        ? `Perdidos con la restauración: ${ranges[0]}`
        : `Perdidos con la restauración: ${counted(ranges.length, 'tramo', 'tramos')}, ${ranges.join(', ')}`
  await addSystemEvent(settings, { own: { type: '90' }, note, actor }, trx)
}
