import type { HttpContext } from '@adonisjs/core/http'
import { assertInScope, scopeOf } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { findAlarm } from '#app/invoices/auditing/show_alarm'
import { NotFound } from '#app/kernel/http/access_denied'

/** Answers 404 where one of the alarms is not there or not in the caller's companies. */
export async function assertAlarmsInScope(ctx: HttpContext, alarmIds: readonly number[]): Promise<void> {
  for (const alarmId of alarmIds) {
    const alarm = await findAlarm(alarmId)
    if (!alarm) throw new NotFound()
    assertInScope(ctx, alarm.siteId)
  }
}

/** Companies whose invoices may be named to the caller. */
export function alarmScope(ctx: HttpContext) {
  return { siteIds: scopeOf(ctx), hasSharedInbox: requireSignedIn(ctx).user.sharedInbox }
}
