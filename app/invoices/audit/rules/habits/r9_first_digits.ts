import { defineProviderRule } from '#app/invoices/audit/rule'
import { decimal, value } from '#app/invoices/audit/wording'
import { rows } from '#app/kernel/database/sql'

type Counted = { providerId: number; siteId: number; provider: string; n: number; digits: number[] }

/** How often each first digit is expected (Benford): log10(1 + 1/d). */
const EXPECTED = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => Math.log10(1 + 1 / digit))

/** Chi squared of nine digits that chance passes once in a thousand times. */
const CHANCE_MOST = 26.12

/** Three hundred amounts seldom hit the law to the threshold: what chance explains is no finding. */
function isChance(digits: readonly number[], n: number): boolean {
  const squared = digits.reduce((sum, count, at) => {
    const expected = (EXPECTED[at] ?? 0) * n
    return sum + (count - expected) ** 2 / expected
  }, 0)
  return squared <= CHANCE_MOST
}

export const firstDigits = defineProviderRule({
  code: 'R9',
  name: 'Ley de Benford',
  family: 'pattern',
  severity: 'info',
  explains:
    'Las primeras cifras de los totales de un proveedor en una empresa no se reparten como es natural, más de lo que explica el azar. Solo donde los importes abarcan dos órdenes de magnitud: los de tamaño parecido no siguen esa ley.',
  params: {
    invoices: { kind: 'number', label: 'Facturas', unit: 'count', min: 100, max: 10_000, default: 300 },
    deviation: {
      kind: 'number',
      label: 'Desviación media',
      unit: 'ratio',
      min: 0.005,
      max: 0.1,
      default: 0.015,
    },
    span: {
      kind: 'number',
      label: 'Veces entre grandes y pequeños',
      unit: 'count',
      min: 10,
      max: 10_000,
      default: 100,
    },
  },
  async find(params, _context, client) {
    const counted = await rows<Counted>(COUNTED, { invoices: params.invoices, span: params.span }, client)
    return counted.flatMap(({ providerId, siteId, provider, n, digits }) => {
      const deviation =
        digits.reduce((sum, count, at) => sum + Math.abs(count / n - (EXPECTED[at] ?? 0)), 0) / 9
      if (deviation <= params.deviation || isChance(digits, n)) return []
      return {
        providerId,
        siteId,
        message: `Las primeras cifras de ${n} facturas de ${provider} se apartan de lo natural (desviación media ${decimal(deviation, 4)}).`,
        key: 'benford',
        evidence: {
          values: digits.map((count, at) =>
            value(
              `Empiezan por ${at + 1}`,
              `${decimal((count / n) * 100)} % (natural ${decimal((EXPECTED[at] ?? 0) * 100)} %)`
            )
          ),
          formula: 'media de |frecuencia − log10(1 + 1/d)|',
          threshold: decimal(params.deviation, 4),
        },
      }
    })
  },
})

const COUNTED = `
  with g as (
    select provider_id, site_id, count(*)::int as n, array[${EXPECTED.map((_, at) => `count(*) filter (where left(total_minor::text, 1) = '${at + 1}')::int`).join(', ')}] as digits,
        percentile_disc(0.05) within group (order by total_minor) as low, percentile_disc(0.95) within group (order by total_minor) as high
      from invoices where status in ('booked', 'disputed') and total_minor > 0 and issued_on > current_date - interval '24 months'
       and provider_id is not null and site_id is not null group by provider_id, site_id having count(*) >= :invoices::int)
  select g.provider_id, g.site_id, p.legal_name as provider, g.n, g.digits from g join providers p on p.id = g.provider_id where g.high >= g.low * :span::int`
