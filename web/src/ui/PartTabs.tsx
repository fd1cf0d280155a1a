/** The parts of a page to choose from; those that do not fit stand in a second line, none is folded away. */
import './part-tabs.css';

interface Props {
  label: string;
  parts: { key: string; label: string }[];
  chosen: string;
  onChoose: (key: string) => void;
}

export const PartTabs = ({ label, parts, chosen, onChoose }: Props) => (
  <div className="part-tabs" role="tablist" aria-label={label}>
    {parts.map((part) => (
      <button
        key={part.key}
        type="button"
        role="tab"
        aria-selected={chosen === part.key}
        onClick={() => onChoose(part.key)}
      >
        {part.label}
      </button>
    ))}
  </div>
);
