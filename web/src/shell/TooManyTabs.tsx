import { Modal } from 'antd';
import { HOME_KEY, MAX_TABS, type Tab } from './tabs';
import type { Tabs } from './useTabs';

/** Nothing is closed silently: the user says which page gives way. */
export default function TooManyTabs({ tabs, wanted }: { tabs: Tabs; wanted: Tab }) {
  return (
    <Modal open width={420} title={`最多同时打开 ${MAX_TABS} 个页面`} footer={null} onCancel={tabs.giveUp}>
      <p className="soft">要打开“{wanted.title}”，请先关闭一个页面</p>
      <ul className="tab-choices">
        {tabs.tabs
          .filter((tab) => tab.key !== HOME_KEY)
          .map((tab) => (
            <li key={tab.key}>
              <span className="ellipsis">{tab.title}</span>
              {tabs.isDirty(tab.key) && <span className="caution">有未保存的内容</span>}
              <span className="spacer" />
              <button type="button" className="link" onClick={() => tabs.replace(tab.key)}>
                关闭
              </button>
            </li>
          ))}
      </ul>
    </Modal>
  );
}
