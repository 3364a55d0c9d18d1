import type { HttpContext } from '@adonisjs/core/http'
import { renewRecoveryCodes } from '#app/identity/actions/two_factor'
import { originOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'

export default class RecoveryCodesController {
  async store(ctx: HttpContext) {
    const { user } = requireSignedIn(ctx)
    ctx.session.put('recovery_codes', await renewRecoveryCodes(user, originOf(ctx)))
    return ctx.response.redirect('/2faSecurity/active')
  }
}
