import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { confirmNumbers } from '#app/issuing/restored/confirm_numbers'
import { scopedIssuer } from '#app/issuing/scoped'
import { numbersValidator } from '#app/issuing/validators/issuing_validator'
import { counted } from '#app/kernel/text/counted'

/** The last number of each series of a company, confirmed after a restore. */
export default class ConfirmedNumbersController {
  async store(ctx: HttpContext) {
    const siteId = await scopedIssuer(ctx)
    const { numbers } = await ctx.request.validateUsing(numbersValidator)
    const lost = await confirmNumbers({
      siteId,
      numbers: numbers.map(({ code, year, last }) => ({ code, year, last: last ?? '' })),
      actor: actorOf(ctx),
    })
    ctx.session.flash(
      'success',
      lost === 0
        ? 'Numeración confirmada: la empresa vuelve a emitir.'
        : `Numeración confirmada: ${counted(lost, 'documento', 'documentos')} que no ${lost === 1 ? 'está' : 'están'} aquí. La empresa vuelve a emitir.`
    )
    return ctx.response.redirect().withQs().back()
  }
}
