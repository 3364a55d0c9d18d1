import type { HttpContext } from '@adonisjs/core/http'
import { reconciledKey } from '#app/accounts/scoped'
import { virtualFilter } from '#app/banking/pages/bank_filters'
import { bankHead } from '#app/banking/pages/bank_page'
import { movementsList } from '#app/banking/pages/queries/list_movements'
import { findVirtualAccount } from '#app/banking/pages/queries/virtual_accounts_of'
import { scopedProviderAccount } from '#app/banking/pages/scoped'
import { NotFound } from '#app/kernel/http/access_denied'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { listOf } from '#app/kernel/lists/listing'

/** Movements of an account at a bank that are attributed to one of its virtual accounts. */
export default class VirtualMovementsController {
  async index(ctx: HttpContext) {
    const { account } = await scopedProviderAccount(ctx)
    const virtual = await findVirtualAccount(Number(ctx.params.virtualAccount), account.bankAccountId)
    if (!virtual) throw new NotFound()
    const list = movementsList()
    const request = listRequest(ctx, list.definition)
    const filter = virtualFilter(ctx, account.id, virtual.id)
    if (await exportDeclared(ctx, list, { request, filter })) return
    return ctx.inertia.render('banking/virtuals/index', {
      bank: bankHead(ctx),
      account: { id: account.id, name: account.name },
      virtual: {
        id: virtual.id,
        name: virtual.name,
        balance: { minor: virtual.balanceMinor, currency: account.currency },
      },
      movements: await listOf(list, request, filter),
      reconciledId: await reconciledKey(ctx, account.bankAccountId),
    })
  }
}
