import { recordEvent, SYSTEM } from '#app/audit/record_event'
import { execute, inTransaction, row, rows } from '#app/kernel/database/sql'
import { formatInstant } from '#app/kernel/time/calendar_date'
import { tellLeadsOfAccount } from '#app/payments/bank/tell_leads'

/** A bank that is away for less is tried again and nobody is told. */
const ALARM_MINUTES = 30

/**
 * Payments by network that wait for a bank that is not there: held at the release, in its queue, or without an answer to
 * what became of them.
 */
const WAITING = `select o.debtor_account_id as account_id, min(w.since) as since, count(*)::int as payments
    from payment_orders o left join payment_attempts a on a.order_id = o.id and a.status = 'unknown'
    cross join lateral (select case when o.status = 'approved' then o.held_since when o.sub_status = 'queued' then o.sent_at else a.started_at end as since) w
   where o.channel = 'api' and w.since <= now() - make_interval(mins => ${ALARM_MINUTES})
     and ((o.status = 'approved' and o.hold_reason = 'connector_down') or (o.status = 'sent' and o.sub_status = 'queued')
       or (o.status = 'sent' and o.sub_status = 'unknown' and a.error like 'La consulta al banco no tuvo respuesta%'))
   group by 1`

type Waiting = { accountId: number; since: Date; payments: number }

/**
 * Alarms approvers and the system role once where payments have waited too long for their bank (area 28 §12), and closes
 * the alarm when none does any more. Gives how many alarms are new.
 */
export async function watchOutages(): Promise<number> {
  await execute(
    `update bank_outages set ended_at = now() where ended_at is null and bank_account_id not in (select account_id from (${WAITING}) waiting)`
  )
  let alarmed = 0
  for (const waiting of await rows<Waiting>(`${WAITING} order by 1`))
    alarmed += (await alarm(waiting)) ? 1 : 0
  return alarmed
}

/** False when it is known already. */
function alarm({ accountId, since, payments }: Waiting): Promise<boolean> {
  return inTransaction(async (trx) => {
    const outage = await row<{ id: number }>(
      `insert into bank_outages (bank_account_id, since) values (:accountId, :since) on conflict (bank_account_id) where ended_at is null do nothing returning id`,
      { accountId, since: since.toISOString() },
      trx
    )
    if (!outage) return false
    const account = await row<{ name: string; siteId: number; site: string }>(
      `select b.name, b.site_id, s.legal_name::text as site from bank_accounts b join sites s on s.id = b.site_id where b.id = :accountId`,
      { accountId },
      trx
    )
    if (!account) return false
    const { name, siteId, site } = account
    const waits = payments === 1 ? 'Espera 1 pago' : `Esperan ${payments} pagos`
    const text = `El banco de la cuenta «${name}» de ${site} no responde desde el ${formatInstant(since)}. ${waits}.`
    await recordEvent(
      {
        actor: SYSTEM,
        objectType: 'bank_account',
        objectId: accountId,
        siteId,
        event: 'bank_account.unreachable',
        reason: text,
      },
      trx
    )
    await tellLeadsOfAccount(
      {
        accountId,
        siteId,
        subject: `El banco de la cuenta «${name}» no responde`,
        body: `${text}\n\nLos pagos siguen aprobados o en cola y saldrán por sí solos cuando el banco vuelva; si alguno no puede esperar, entre en Caudal y páguelo desde otra cuenta.`,
      },
      trx
    )
    return true
  })
}
