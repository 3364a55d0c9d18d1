import { providerOf } from '#app/connectors/provider'
import { tellPeople } from '#app/connectors/state/tell_people'
import { execute, inTransaction, rows } from '#app/kernel/database/sql'
import { formatInstant } from '#app/kernel/time/calendar_date'

/** Days before a consent ends on which people are told, once each. */
export const WARNED_DAYS = [14, 7, 3, 1] as const
const DAY_MS = 86_400_000

type Ending = {
  id: number
  provider: string
  siteId: number
  label: string
  consentExpiresAt: Date
  warnedDays: number | null
}

/** Tells those who can renew them about consents that end soon. Gives how many it told. */
export async function warnOfConsents(now: Date): Promise<number> {
  return inTransaction(async (trx) => {
    const ending = await rows<Ending>(
      `select id, provider, site_id, label, consent_expires_at, consent_warned_days as warned_days from connectors
        where status in ('active', 'paused', 'error') and consent_expires_at > :now and consent_expires_at <= :now::timestamptz + interval '14 days'
        order by id for update`,
      { now: now.toISOString() },
      trx
    )
    let told = 0
    for (const one of ending) {
      const step = stepOf(one, now)
      if (step === null) continue
      const { title } = providerOf(one.provider)
      await tellPeople(
        one,
        {
          title: step === 1 ? 'La autorización caduca mañana' : `La autorización caduca en ${step} días`,
          text: `La autorización de la conexión con ${title} caduca el ${formatInstant(one.consentExpiresAt)}. Después no se consulta ni se envía nada hasta que alguien la renueve en la página de la conexión.`,
        },
        trx
      )
      await execute(
        `update connectors set consent_warned_days = :step, consent_warned_at = :now where id = :id`,
        { id: one.id, step, now: now.toISOString() },
        trx
      )
      told++
    }
    return told
  })
}

/** The nearest of the days that has come and was not told yet. */
function stepOf({ consentExpiresAt, warnedDays }: Ending, now: Date): number | null {
  const left = (consentExpiresAt.getTime() - now.getTime()) / DAY_MS
  const step = WARNED_DAYS.findLast((days) => left <= days) ?? null
  return step === null || (warnedDays !== null && warnedDays <= step) ? null : step
}
