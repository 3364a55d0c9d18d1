import { IssuingTab } from '../../issuing/settings/issuing_tab'
import type { IssuingTabData } from '../../issuing/settings/issuing_tab_data'

/** Tabs that other areas bring, by their key in the address. */
export const furtherTabs = [{ value: 'issuing', label: 'Facturación' }]

/** The one in view; what it shows is as its area sends it. */
export function FurtherTab({ tab, siteId, shown }: { tab: string; siteId: number; shown: unknown }) {
  if (tab === 'issuing' && shown) return <IssuingTab siteId={siteId} tab={shown as IssuingTabData} />
  return null
}
