import { DomainError } from '#app/kernel/domain_error'
import { foldText } from '#app/kernel/text/similarity'

const LENGTH_MIN = 12

/**
 * Words and runs that the lists of leaked passwords are made of. A password of twelve characters is only common
 * when it is one of them repeated or joined with digits, so the rule takes them out and looks at what is left.
 */
const COMMON_PARTS = [
  'password',
  'contrasena',
  'contraseña',
  'passw0rd',
  'qwertyuiop',
  'qwerty',
  'asdfghjkl',
  'asdfgh',
  'zxcvbnm',
  'administrador',
  'administrator',
  'admin',
  'usuario',
  'welcome',
  'bienvenido',
  'letmein',
  'iloveyou',
  'tequiero',
  'teamo',
  'princesa',
  'dragon',
  'monkey',
  'football',
  'futbol',
  'barcelona',
  'realmadrid',
  'madrid',
  'espana',
  'spain',
  'summer',
  'verano',
  'invierno',
  'winter',
  'caudal',
  'demo',
  'empresa',
  'secreto',
  'secret',
  'changeme',
  'default',
  'abcdefgh',
  'abcdef',
  'abc',
  '1q2w3e4r5t',
  '1q2w3e4r',
  '1q2w3e',
  'q1w2e3r4',
  '1qaz2wsx',
  'zaq12wsx',
  'sunshine',
  'master',
  'superman',
  'batman',
  'trustno1',
]

const DISTINCT_MIN = 5

/** Throws at `password`: too short, the e-mail or the name, or nothing but common parts (area 21). */
export function refuseWeakPassword(password: string, { email, name }: { email: string; name: string }): void {
  const refuse = (message: string): never => {
    throw new DomainError('E_PASSWORD', message, { field: 'password' })
  }
  if (password.length < LENGTH_MIN) refuse('La contraseña debe tener al menos 12 caracteres.')
  const folded = foldText(password).replace(/\s/g, '')
  const own = [email.toLowerCase(), email.split('@')[0] ?? '', foldText(name).replace(/\s/g, '')]
  if (
    own.some(
      (word) =>
        word.length > 3 && (folded === word || folded.replace(/[\d\W]/g, '') === word.replace(/[\d\W]/g, ''))
    )
  ) {
    refuse('La contraseña no puede ser su correo ni su nombre.')
  }
  if (new Set(folded).size < DISTINCT_MIN || leftOver(folded).length < 4)
    refuse('Esta contraseña es demasiado común. Elija otra.')
}

/** What remains of a password without common words, runs of digits and punctuation. */
function leftOver(folded: string): string {
  const words = [...COMMON_PARTS].sort((a, b) => b.length - a.length)
  return words
    .reduce((rest, word) => rest.replaceAll(word, ''), folded)
    .replace(/(\d)\1+|0?1?23456789?0?|\d{4,}|[\d\W_]/g, '')
}
