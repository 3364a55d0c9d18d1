import { Exception } from '@adonisjs/core/exceptions'

/** A file is on record and its bytes are not in the store: the page says so, and nobody takes it for a fault of theirs. */
export class FileGone extends Exception {
  static status = 404
  static code = 'E_FILE_GONE'
  constructor(options?: ErrorOptions) {
    super('El archivo no está disponible: consta en el registro, pero no se encuentra en el almacén.', {
      status: 404,
      code: 'E_FILE_GONE',
      ...options,
    })
  }
}
