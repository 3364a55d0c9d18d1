import type { HttpContext } from '@adonisjs/core/http'
import { reconcilableAccount } from '#app/accounts/scoped'
import { actorOf } from '#app/identity/http/request_origin'
import { orderRules } from '#app/reconciliation/actions/save_rule'
import { ruleOrderValidator } from '#app/reconciliation/validators/rule_validator'

/** Which rule is asked before which. */
export default class RuleOrdersController {
  async update(ctx: HttpContext) {
    const { account } = await reconcilableAccount(ctx)
    const { ids } = await ctx.request.validateUsing(ruleOrderValidator)
    await orderRules(account.siteId, ids, actorOf(ctx))
    return ctx.response.redirect().withQs().back()
  }
}
