import { NotFound } from '#app/web/access_denied'

export default class FallbackController {
  async show() {
    throw new NotFound()
  }
}
