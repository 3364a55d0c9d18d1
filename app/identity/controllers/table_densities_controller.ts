import type { HttpContext } from '@adonisjs/core/http'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { tableDensityValidator } from '#app/identity/validators/session_validator'

/** How tall the rows of tables are, kept with the user. */
export default class TableDensitiesController {
  async store(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const [error, preference] = await tableDensityValidator.tryValidate(ctx.request.all())
    if (error)
      return ctx.response
        .status(422)
        .send({ errors: { table_density: 'El valor seleccionado no es válido.' } })
    await user.merge({ tableDensity: preference.table_density }).save()
    return ctx.response.noContent()
  }
}
