import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { assignAlarms } from '#app/invoices/actions/work_alarms'
import { assertAlarmsInScope } from '#app/invoices/scoped_alarms'
import { assignAlarmsValidator } from '#app/invoices/validators/audit_validator'

/** Who works on alarms. */
export default class AlarmAssignmentsController {
  async update(ctx: HttpContext) {
    const { ids, user_id: userId } = await ctx.request.validateUsing(assignAlarmsValidator)
    await assertAlarmsInScope(ctx, ids)
    const count = await assignAlarms(ids, userId, actorOf(ctx))
    ctx.session.flash('success', count === 1 ? 'Alarma asignada.' : `${count} alarmas asignadas.`)
    return ctx.response.redirect().withQs().back()
  }
}
