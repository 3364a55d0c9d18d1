import type { HttpContext } from '@adonisjs/core/http'
import { keepIpc } from '#app/contracts/actions/keep_ipc'
import { listIpc } from '#app/contracts/queries/list_ipc'
import { ipcValidator } from '#app/contracts/validators/contract_validator'
import { actorOf } from '#app/identity/http/request_origin'
import { calendarDate } from '#app/kernel/time/calendar_date'

export default class IpcValuesController {
  async index({ inertia }: HttpContext) {
    return inertia.render('providers/ipc_values/index', { values: await listIpc() })
  }

  async store(ctx: HttpContext) {
    const { month, value } = await ctx.request.validateUsing(ipcValidator)
    await keepIpc(calendarDate(`${month}-01`), value.replace(',', '.'), actorOf(ctx))
    ctx.session.flash('success', `IPC de ${month.slice(5)}/${month.slice(0, 4)} guardado.`)
    return ctx.response.redirect().withQs().back()
  }
}
