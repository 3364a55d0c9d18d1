import type { HttpContext } from '@adonisjs/core/http'
import { callFilter } from '#app/banking/pages/bank_filters'
import { bankHead } from '#app/banking/pages/bank_page'
import { scopedConnector } from '#app/banking/pages/scoped'
import { callsList, findCall } from '#app/connectors/queries/list_calls'
import { NotFound } from '#app/kernel/http/access_denied'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { listOf } from '#app/kernel/lists/listing'

/** What was asked of a bank for one connection and what it answered, masked as it was kept. */
export default class CallsController {
  async index(ctx: HttpContext) {
    const { connector } = await scopedConnector(ctx)
    const request = listRequest(ctx, callsList.definition)
    const filter = callFilter(ctx, connector.id)
    if (await exportDeclared(ctx, callsList, { request, filter })) return
    return ctx.inertia.render('banking/calls/index', {
      bank: bankHead(ctx),
      connection: { id: connector.id, label: connector.label, site: connector.site },
      calls: await listOf(callsList, request, filter),
    })
  }

  async show(ctx: HttpContext) {
    const { connector } = await scopedConnector(ctx)
    const call = await findCall(Number(ctx.params.call), connector.id)
    if (!call) throw new NotFound()
    return ctx.response.json({ data: call })
  }
}
