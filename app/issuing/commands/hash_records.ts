import { readFile } from 'node:fs/promises'
import { type Hashed, hashAlta, hashAnulacion, hashEvent } from '#app/issuing/verifactu/canonical_hash'
import { type QrFields, qrAddresses } from '#app/issuing/verifactu/qr_address'

type Fields = Readonly<Record<string, string>>
type Told = {
  id: string
  kind: 'alta' | 'anulacion' | 'evento'
  previous_hash: string | null
  fields: Readonly<Record<string, string | number | null>>
}

const usage = 'Usage: npm run --silent cli -- verifactu:hash FILE [--json]\n'

/**
 * `verifactu:hash FILE`: reads `{records: [{id, kind, previous_hash, fields}]}` and prints a line of JSON for each: its hash and,
 * of an alta, the addresses of its QR. Gives 0, 1 when the file cannot be read and 2 when none was named.
 */
export async function hashRecordsCommand(args: string[]): Promise<number> {
  const [path] = args.filter((arg) => !arg.startsWith('--'))
  if (path === undefined) {
    process.stderr.write(usage)
    return 2
  }
  try {
    const { records } = JSON.parse(await readFile(path, 'utf8')) as { records: Told[] }
    for (const record of records) process.stdout.write(`${JSON.stringify(answer(record))}\n`)
    return 0
  } catch (error) {
    process.stderr.write(`${path}: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

function answer({ id, kind, previous_hash, fields: told }: Told) {
  const fields = Object.fromEntries(
    Object.entries(told).map(([name, value]) => [name, value === null ? '' : String(value)])
  )
  const { hash } = hashOf(kind, fields, previous_hash ?? '')
  return { id, hash, qr: kind === 'alta' ? qrAddresses(fields as unknown as QrFields) : null }
}

function hashOf(kind: Told['kind'], fields: Fields, previousHash: string): Hashed {
  switch (kind) {
    case 'alta':
      return hashAlta({ ...fields, Huella: previousHash })
    case 'anulacion':
      return hashAnulacion({ ...fields, Huella: previousHash })
    case 'evento':
      return hashEvent({
        producerNif: fields.system_nif,
        producerId: fields.system_id,
        system: {
          IdSistemaInformatico: fields.IdSistemaInformatico ?? '',
          Version: fields.Version ?? '',
          NumeroInstalacion: fields.NumeroInstalacion ?? '',
        },
        issuerNif: fields.issuer_nif ?? '',
        type: fields.TipoEvento ?? '',
        previousHash,
        at: fields.FechaHoraHusoGenEvento ?? '',
      })
    default:
      throw new Error(`A record is alta, anulacion or evento, not ${String(kind satisfies never)}`)
  }
}
