/** 日管控, 周排查, 月调度 of each class of devices: one tap to today's record, and the days that are missing. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ClassDuties, DeskPanel } from '@/api/shapes';
import { Loading } from '@/screens/portal/DeskPanels';
import { Part, partQuery } from './parts';

const DAILY = 'D';

export function Duties({ panel }: { panel: DeskPanel }) {
  const navigate = useNavigate();
  const { data } = useQuery(partQuery<ClassDuties[]>(panel.call));
  return (
    <Part panel={panel} count={data?.length} route="/safeMng/companyDuty">
      {!data && <Loading rows={2} />}
      <ul className="box-cards">
        {data?.map((kind) => (
          <li key={kind.equclass} className="box-duty">
            <div className="box-between">
              <b>{kind.name}</b>
              <span className="hint">{kind.devices} 台</span>
            </div>
            <div className="box-days">
              {kind.duties.map((duty) => (
                <button
                  key={duty.period}
                  type="button"
                  className={duty.handed ? 'go' : 'ca'}
                  aria-label={`${kind.name}${duty.periodName}${duty.stepName}`}
                  onClick={() => navigate(`#duty/${kind.equclass}/${duty.period}/${duty.firstday}`)}
                >
                  <b>{duty.periodName}</b>
                  <span>
                    {!duty.handed && duty.stepName}
                    {duty.handed && (duty.wrong > 0 ? `异常 ${duty.wrong} 项` : '零风险')}
                  </span>
                </button>
              ))}
            </div>
            {kind.missing.length > 0 && (
              <p className="box-missing">
                <span className="caution">缺日管控：</span>
                {kind.missing.map((day) => (
                  <button
                    key={day}
                    type="button"
                    className="link"
                    onClick={() => navigate(`#duty/${kind.equclass}/${DAILY}/${day}`)}
                  >
                    {day.slice(5)} 补录
                  </button>
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}
