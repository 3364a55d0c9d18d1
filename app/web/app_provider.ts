import type { ApplicationService } from '@adonisjs/core/types'
import { useSpanishMessages } from '#app/web/validation_messages'

export default class AppProvider {
  constructor(protected app: ApplicationService) {}

  boot() {
    useSpanishMessages()
  }
}
