import type { HttpContext } from '@adonisjs/core/http'
import { askBank } from '#app/banking/pages/acts/ask_bank'
import { scopedConnector } from '#app/banking/pages/scoped'
import { beneficiaryFormValidator } from '#app/banking/pages/validators/beneficiary_validator'
import { isDomainError } from '#app/kernel/domain_error'

/** The fields that a bank asks of a beneficiary of a currency and country, with what is known so far. */
export default class BeneficiaryFormsController {
  async store(ctx: HttpContext) {
    const { connector } = await scopedConnector(ctx)
    const { currency, country, kind, values } = await ctx.request.validateUsing(beneficiaryFormValidator)
    const known = Object.fromEntries(
      Object.entries(values ?? {}).flatMap(([key, text]) => (text ? [[key, text]] : []))
    )
    try {
      const form = await askBank(connector.id, async ({ bank, connection, client }) =>
        bank.beneficiaries?.form(connection, client, {
          currency,
          country: country ?? null,
          ...(kind ? { kind } : {}),
          values: known,
        })
      )
      return ctx.response.json({ data: form ?? { kinds: [] }, message: null })
    } catch (error) {
      if (!isDomainError(error)) throw error
      return ctx.response.json({ data: null, message: error.message })
    }
  }
}
