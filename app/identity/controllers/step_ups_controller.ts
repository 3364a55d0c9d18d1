import type { HttpContext } from '@adonisjs/core/http'

/** Confirms the identity ahead of an act; the guard in front of this route has done it when we get here. */
export default class StepUpsController {
  async store({ response }: HttpContext) {
    return response.redirect().withQs().back()
  }
}
