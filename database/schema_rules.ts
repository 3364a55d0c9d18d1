import type { SchemaRules } from '@adonisjs/lucid/types/schema_generator'

const plain = (tsType: string) => ({ tsType, imports: [], decorators: [{ name: '@column' }] })

/**
 * How PostgreSQL types read in models: bigint is a safe integer, a business day is `YYYY-MM-DD` text, numeric
 * stays text so that no rate ever passes through a float.
 */
const text = plain('string')

export default {
  primaryKey: (_table, keys) => {
    const [columnName] = keys
    if (!columnName || keys.length > 1) return undefined
    const tsType = ['code', 'key'].includes(columnName) ? 'string' : 'number'
    return {
      columnName,
      columnInfo: { tsType, imports: [], decorators: [{ name: '@column', args: { isPrimary: true } }] },
    }
  },
  columns: { email: text, legal_name: text, tax_id: text, invoice_email_alias: text },
  types: {
    bigint: plain('number'),
    int8: plain('number'),
    date: plain('string'),
    numeric: plain('string'),
    citext: plain('string'),
    inet: plain('string'),
    jsonb: plain('unknown'),
    bytea: plain('Buffer'),
    uuid: plain('string'),
    ARRAY: plain('unknown[]'),
  },
} satisfies SchemaRules
