import { Exception } from '@adonisjs/core/exceptions'

/** The role may not come here: the 403 page, or an error toast when it was an action. */
export class AccessDenied extends Exception {
  static status = 403
  static code = 'E_ACCESS_DENIED'
  constructor() {
    super('No tiene permisos para realizar esta acción.', { status: 403, code: 'E_ACCESS_DENIED' })
  }
}

/** What is asked for is not there, or lies outside the caller's companies: both answer alike. */
export class NotFound extends Exception {
  static status = 404
  static code = 'E_NOT_FOUND'
  constructor() {
    super('Página no encontrada.', { status: 404, code: 'E_NOT_FOUND' })
  }
}
