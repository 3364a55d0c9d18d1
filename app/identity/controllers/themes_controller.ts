import type { HttpContext } from '@adonisjs/core/http'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { themeValidator } from '#app/identity/validators/session_validator'

export default class ThemesController {
  async store(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    const [error, preference] = await themeValidator.tryValidate(ctx.request.all())
    if (error)
      return ctx.response
        .status(422)
        .send({ errors: { theme_preference: 'El valor seleccionado no es válido.' } })
    await user.merge({ themePreference: preference.theme_preference }).save()
    return ctx.response.noContent()
  }
}
