import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { findAuditors } from '#app/invoices/auditing/list_alarms'
import { assignAlarms } from '#app/invoices/auditing/work_alarms'
import { assertAlarmsInScope } from '#app/invoices/scoped_alarms'
import { assignAlarmsValidator } from '#app/invoices/validators/audit_validator'
import { searchText } from '#app/kernel/http/list_request'

/** Who works on alarms. */
export default class AlarmAssignmentsController {
  /** People to choose from; with `?nobody=1`, as a filter asks, nobody is the first of them. */
  async index(ctx: HttpContext) {
    const text = searchText(ctx)
    const isFilter = (ctx.request.qs() as Record<string, unknown>).nobody === '1'
    const nobody = isFilter && text === '' ? [{ value: 'none', label: 'Sin asignar' }] : []
    return ctx.response.send({ data: [...nobody, ...(await findAuditors(text))] })
  }

  async update(ctx: HttpContext) {
    const { ids, user_id: userId } = await ctx.request.validateUsing(assignAlarmsValidator)
    await assertAlarmsInScope(ctx, ids)
    const count = await assignAlarms(ids, userId, actorOf(ctx))
    ctx.session.flash('success', count === 1 ? 'Alarma asignada.' : `${count} alarmas asignadas.`)
    return ctx.response.redirect().withQs().back()
  }
}
