import { NotFound } from '#app/kernel/http/access_denied'

export default class FallbackController {
  async show() {
    throw new NotFound()
  }
}
