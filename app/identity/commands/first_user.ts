import { makeFirstUser } from '#app/identity/actions/make_first_user'
import { LINK_HOURS } from '#app/identity/actions/set_password'
import { isDomainError } from '#app/kernel/domain_error'

/** `users:first CORREO NOMBRE`: the first user of an installation; prints the link of their password. */
export async function firstUserCommand([email = '', ...name]: string[]): Promise<number> {
  try {
    const link = await makeFirstUser({ email, name: name.join(' ') })
    process.stderr.write(
      `${email}: abra este enlace y elija su contraseña (sirve una vez, ${LINK_HOURS} horas):\n`
    )
    process.stdout.write(`${link}\n`)
    return 0
  } catch (error) {
    if (!isDomainError(error)) throw error
    process.stderr.write(`${error.message}\nUso: users:first correo@empresa.es "Nombre y apellidos"\n`)
    return 1
  }
}
