import { MultiSelect } from '@mantine/core'
import { useShared } from '~/shared_props'

type Props = { siteIds: number[]; onChange: (siteIds: number[]) => void }

/** The companies a report is about; none chosen is all of them. */
export function SiteChoice({ siteIds, onChange }: Props) {
  const { sites } = useShared()
  return (
    <MultiSelect
      aria-label="Empresas"
      placeholder={siteIds.length === 0 ? 'Todas las empresas' : undefined}
      data={sites.map((site) => ({ value: String(site.id), label: `${site.code} · ${site.name}` }))}
      value={siteIds.map(String)}
      onChange={(values) => onChange(values.map(Number))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Todas las empresas' }}
      nothingFoundMessage="Ninguna empresa coincide."
      size="sm"
      w={{ base: 220, sm: 300 }}
    />
  )
}
