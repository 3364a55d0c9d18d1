import type { HttpContext } from '@adonisjs/core/http'
import { checkedValue } from '#app/blacklist/actions/add_entry'
import { findAffected, likeOf } from '#app/blacklist/sweepers'
import { impactValidator } from '#app/blacklist/validators/entry_validator'
import { scopeOf } from '#app/identity/http/scope'
import { isDomainError } from '#app/kernel/domain_error'

export default class BlacklistImpactsController {
  /** What an entry would reach, before it is kept; nothing while the value is not one. */
  async show(ctx: HttpContext) {
    const { pattern_type: patternType, value } = await ctx.request.validateUsing(impactValidator)
    try {
      const plain = checkedValue({ patternType, value, isInvalid: true })
      return ctx.response.send({ data: await findAffected(likeOf(patternType, plain), scopeOf(ctx)) })
    } catch (error) {
      if (!isDomainError(error)) throw error
      return ctx.response.send({ data: null })
    }
  }
}
