// The first load: boxes of the height that cards and charts will have.
import type { ReactNode } from 'react'

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const CHARTS = ['a', 'b', 'c', 'd']

export const DashboardSkeleton = (): ReactNode => (
  <div
    className="dashboard__body grid-one gap-16 dashboard__bones"
    role="status"
    aria-label="Cargando las estadísticas"
  >
    <div className="bone rounded bone--periods" />
    <div className="cards">
      {CARDS.map((key) => (
        <div key={key} className="bone rounded bone--card" />
      ))}
    </div>
    <div className="charts grid-one gap-12 align-start">
      {CHARTS.map((key) => (
        <div key={key} className="bone rounded bone--chart" />
      ))}
    </div>
  </div>
)
