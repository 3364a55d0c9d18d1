import { DomainError } from '#app/kernel/domain_error'

export type Node =
  | { kind: 'take'; takes: (char: string) => boolean }
  | { kind: 'start' | 'end' }
  | { kind: 'sequence' | 'either'; parts: Node[] }
  | { kind: 'repeat'; of: Node; min: number; max: number | null }

const lengthMax = 200
const timesMax = 50
const depthMax = 20

/** A character as the texts of movements have it: lower case, without its accent but with ñ. */
const folded = (char: string) =>
  char === 'ñ' || char === 'Ñ' ? 'ñ' : char.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const classes: Record<string, (char: string) => boolean> = {
  d: (char) => char >= '0' && char <= '9',
  w: (char) => /[\p{L}\p{N}_]/u.test(char),
  s: (char) => char === ' ',
}

/** Reads a regular expression. Throws E_PATTERN at `pattern`, saying what is not understood and where. */
export function parsePattern(source: string): Node {
  const chars = [...source]
  if (chars.length === 0 || chars.length > lengthMax)
    throw refusal(`La expresión debe tener entre 1 y ${lengthMax} caracteres.`)
  const reader = new Reader(chars)
  const node = reader.either(0)
  if (!reader.isDone) throw refusal(`Sobra «)» en la posición ${reader.at + 1}.`)
  return node
}

const refusal = (message: string) => new DomainError('E_PATTERN', message, { field: 'pattern' })

class Reader {
  at = 0
  constructor(private readonly chars: string[]) {}

  get isDone() {
    return this.at >= this.chars.length
  }

  either(depth: number): Node {
    if (depth > depthMax) throw refusal('La expresión tiene demasiados paréntesis anidados.')
    const parts = [this.sequence(depth)]
    while (this.chars[this.at] === '|') {
      this.at++
      parts.push(this.sequence(depth))
    }
    const [only] = parts
    return parts.length === 1 && only ? only : { kind: 'either', parts }
  }

  private sequence(depth: number): Node {
    const parts: Node[] = []
    while (!this.isDone && this.chars[this.at] !== '|' && this.chars[this.at] !== ')') {
      parts.push(this.repeated(this.atom(depth)))
    }
    return { kind: 'sequence', parts }
  }

  private repeated(of: Node): Node {
    const sign = this.chars[this.at]
    const times = sign === '*' ? [0, null] : sign === '+' ? [1, null] : sign === '?' ? [0, 1] : this.braces()
    if (!times) return of
    if (sign !== '{') this.at++
    if (this.chars[this.at] === '?') this.at++
    if (['*', '+', '{'].includes(this.chars[this.at] ?? ''))
      throw refusal(`Hay dos repeticiones seguidas en la posición ${this.at + 1}.`)
    const [min = 0, max = null] = times
    return { kind: 'repeat', of, min: min ?? 0, max }
  }

  private braces(): (number | null)[] | null {
    if (this.chars[this.at] !== '{') return null
    const [whole, from, comma, to] =
      /^\{(\d{1,3})(,?)(\d{0,3})\}/.exec(this.chars.slice(this.at).join('')) ?? []
    if (!whole) throw refusal(`La repetición de la posición ${this.at + 1} no se entiende: use {2} o {2,5}.`)
    const min = Number(from)
    const max = comma ? (to ? Number(to) : null) : min
    if (min > timesMax || (max ?? 0) > timesMax || (max !== null && max < min))
      throw refusal(`Una repetición admite hasta ${timesMax} veces, la menor primero.`)
    this.at += whole.length
    return [min, max]
  }

  private atom(depth: number): Node {
    const char = this.chars[this.at++] ?? ''
    if (char === '(') return this.group(depth)
    if (char === '[') return { kind: 'take', takes: this.set() }
    if (char === '\\') return { kind: 'take', takes: this.escaped() }
    if (char === '.') return { kind: 'take', takes: () => true }
    if (char === '^') return { kind: 'start' }
    if (char === '$') return { kind: 'end' }
    if (['*', '+', '?', '{'].includes(char))
      throw refusal(`«${char}» no tiene qué repetir en la posición ${this.at}.`)
    return { kind: 'take', takes: is(char) }
  }

  private group(depth: number): Node {
    if (this.chars[this.at] === '?') {
      if (this.chars[this.at + 1] !== ':')
        throw refusal(`No se admite «(?» en la posición ${this.at}: solo grupos sencillos.`)
      this.at += 2
    }
    const inside = this.either(depth + 1)
    if (this.chars[this.at++] !== ')') throw refusal('Falta cerrar un paréntesis.')
    return inside
  }

  private escaped(): (char: string) => boolean {
    const char = this.chars[this.at++]
    if (char === undefined) throw refusal('La expresión termina en «\\».')
    const known = classes[char.toLowerCase()]
    if (known) return char === char.toLowerCase() ? known : (other) => !known(other)
    if (/[\p{L}\p{N}]/u.test(char)) throw refusal(`No se admite «\\${char}» en la posición ${this.at}.`)
    return is(char)
  }

  private set(): (char: string) => boolean {
    const isNot = this.chars[this.at] === '^'
    if (isNot) this.at++
    const tests: ((char: string) => boolean)[] = []
    while (this.chars[this.at] !== ']' || tests.length === 0) {
      const char = this.chars[this.at++]
      if (char === undefined) throw refusal('Falta cerrar un corchete.')
      if (char === '\\') {
        tests.push(this.escaped())
        continue
      }
      const until = this.chars[this.at + 1]
      if (this.chars[this.at] === '-' && until !== undefined && until !== ']') {
        this.at += 2
        const [from, to] = [folded(char), folded(until)]
        if (from > to) throw refusal(`El intervalo «${char}-${until}» está al revés.`)
        tests.push((other) => other >= from && other <= to)
      } else tests.push(is(char))
    }
    this.at++
    return (char) => tests.some((test) => test(char)) !== isNot
  }
}

function is(char: string): (other: string) => boolean {
  const wanted = folded(char)
  return (other) => other === wanted
}
