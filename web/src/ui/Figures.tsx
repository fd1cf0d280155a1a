/** A row of figures, each a way to its rows. */
import { Link } from 'react-router';
import { formatNumber } from './format';
import './figures.css';

export interface Figure {
  label: string;
  /** Missing while it is being counted. */
  value: number | undefined;
  note: string;
  /** Red or amber, when the figure is not zero. */
  tone?: 'late' | 'caution';
  to: string;
}

export function FigureRow({ figures }: { figures: Figure[] }) {
  return (
    <div className="figures">
      {figures.map((one) => (
        <Link key={one.label} to={one.to}>
          <span>{one.label}</span>
          <b className={one.value ? one.tone : undefined}>
            {one.value === undefined ? '–' : formatNumber(one.value)}
          </b>
          <em title={one.note}>{one.note}</em>
        </Link>
      ))}
    </div>
  );
}
