/** Keeps a broken page from taking the others with it. */
import { Component, type ReactNode } from 'react';
import { reportFault } from '@/api/errorLog';
import { StateNote } from '@/ui/Panel';

interface Props {
  children: ReactNode;
  onRetry: () => void;
}

export class PageBoundary extends Component<Props, { fault: Error | null }> {
  override state = { fault: null as Error | null };

  static getDerivedStateFromError(fault: Error) {
    return { fault };
  }

  override componentDidCatch(fault: Error) {
    reportFault({ type: 'script', code: 0, message: fault.message, url: location.href });
  }

  override render() {
    if (!this.state.fault) return this.props.children;
    const retry = () => {
      this.setState({ fault: null });
      this.props.onRetry();
    };
    const chinese = /[一-龥]/.test(this.state.fault.message);
    return (
      <div className="page">
        <section className="panel" style={{ flex: 1 }}>
          <StateNote
            kind="fault"
            title="页面出错"
            actions={
              <button type="button" className="link" onClick={retry}>
                重新载入本页
              </button>
            }
          >
            {chinese ? this.state.fault.message : '错误已记录，其他页面不受影响'}
          </StateNote>
        </section>
      </div>
    );
  }
}
